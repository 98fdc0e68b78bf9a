import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { metricValue } from '#test/support/metric-values.ts';
import { startApi } from '#test/support/service.ts';

describe('bodies in flight', () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  let [greedy, modest, third] = ['', '', ''];
  beforeAll(async () => {
    api = await startApi({}, { bodyBytesMax: 1_000_000 });
    const hook = async () => (await (await api.newOwner()).newAutomation()).hook;
    [greedy, modest, third] = [await hook(), await hook(), await hook()];
  });
  afterAll(() => api[Symbol.asyncDispose]());

  async function deliver(hook: string, bytes = 300_000) {
    const response = await fetch(hook, {
      method: 'POST',
      headers: { 'x-service-event-id': `evt-${bytes}` },
      body: 'x'.repeat(bytes),
    });
    const { code = null } = (await response.json()) as { code?: string };
    return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
  }
  const refused = { status: 503, code: 'INTAKE_UNAVAILABLE', retryAfter: '5' };
  const taken = { status: 200, code: null, retryAfter: null };

  /** Sends the head of a request and so much of its body, and then nothing. */
  async function begin(hook: string, { announced, sent }: { announced: number; sent: number }) {
    const { hostname, port, pathname } = new URL(hook);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: a\r\nContent-Length: ${announced}\r\n\r\n`);
    socket.write('x'.repeat(sent));
    return socket;
  }

  /** A slow sender of the greedy hook, who announced 300,000 bytes: 700,000 are free, of which a party may take half. */
  async function slowSender() {
    const socket = await begin(greedy, { announced: 300_000, sent: 10 });
    await expect.poll(() => deliver(third, 360_000)).toEqual(refused);
    return socket;
  }

  it('are refused before they are read where there is no room for them', async () => {
    const socket = await begin(greedy, { announced: 900_000, sent: 0 });
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 [^]*\r\nRetry-After: 5\r\n[^]*"INTAKE_UNAVAILABLE"/);
  });

  it('leave room for other hooks, and release their memory when their senders go away', async () => {
    const slow = await slowSender();
    expect(await deliver(greedy)).toEqual(refused);
    expect(await deliver(modest)).toEqual(taken);
    expect(await deliver(greedy, 10)).toEqual(taken);
    slow.destroy();
    await expect.poll(() => deliver(greedy)).toEqual(taken);
  });

  it('get from the public API, whose statuses are fixed, 500 and when to send them again', async () => {
    const slow = await slowSender();
    const response = await fetch(`${api.url}/api/tools/invoke`, {
      method: 'POST',
      body: 'x'.repeat(360_000),
    });
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toMatchObject([
      500,
      '5',
      { code: 'INTERNAL_ERROR', hint: expect.stringContaining('Retry-After') as string },
    ]);
    slow.destroy();
    await expect.poll(() => deliver(greedy)).toEqual(taken);
  });

  it('are told to operators with their limit while they are held', async () => {
    const told = async () => {
      const page = await api.metrics();
      return ['', '_max'].map((which) => metricValue(page, `reveille_bodies_in_flight${which}_bytes`));
    };
    const slow = await slowSender();
    await expect.poll(told).toEqual([300_000, 1_000_000]);
    slow.destroy();
    await expect.poll(told).toEqual([0, 1_000_000]);
  });

  it('without an announced length are refused once they are too long for the room', async () => {
    const socket = await slowSender();
    const chunked = await fetch(greedy, {
      method: 'POST',
      body: new Blob(['x'.repeat(300_000)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect([chunked.status, ((await chunked.json()) as { code: string }).code]).toEqual([503, refused.code]);
    socket.write('x'.repeat(299_990));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    expect(await deliver(modest)).toMatchObject({ status: 200 });
  });
});
