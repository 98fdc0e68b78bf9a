import { readdir } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { startGate } from '#test/support/gate.ts';
import { makePdf } from '#test/adapters/compute/pdf/support/make-pdf.ts';
import { startPdfApi } from '#test/support/pdf-worker.ts';
import { startApi } from '#test/support/service.ts';

let gate: Awaited<ReturnType<typeof startGate>>;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  const { hostname, port } = new URL(inject('redisUrl'));
  gate = await startGate({ host: hostname, port: Number(port) });
  api = await startApi({
    REDIS_URL: `redis://${gate.address}`,
    PUBLIC_QUOTA: '40',
    TRUSTED_PROXY_HOPS: '1',
  });
});
afterAll(async () => {
  gate.set('open');
  await api[Symbol.asyncDispose]();
  await gate[Symbol.asyncDispose]();
});

const post = (path: string, body: object, client: string) =>
  fetch(`${api.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify(body),
  });

const upperCase = { tool: 'upper-case', params: { text: 'abc' } };

let clients = 0;
/** An address that has a whole quota. */
const newClient = () => `198.51.100.${(clients += 1)}`;

describe.each(['silent', 'refusing'] as const)('with a Redis that is %s', (state) => {
  it('goes on, with all five headers and a limit of the same size', async () => {
    const client = newClient();
    gate.set('open');
    await expect
      .poll(async () => {
        await api.redis.ping().catch(() => undefined);
        return api.redis.isReady;
      })
      .toBe(true);
    expect((await post('/tools/invoke', upperCase, client)).status).toBe(200);
    gate.set(state);
    const response = await post('/tools/invoke', upperCase, client);
    expect(await response.json()).toEqual({ result: 'ABC' });
    expect(response.headers.get('ratelimit-policy')).toBe('"public";q=40;w=3600');
    const remaining = Number(response.headers.get('ratelimit-remaining'));
    expect(remaining).toBeLessThan(40);
    for (let left = remaining; left > 0; left -= 1)
      expect((await post('/tools/invoke', upperCase, client)).status).toBe(200);
    const refused = await post('/tools/invoke', upperCase, client);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  });

  it('writes previews by rules and says that the waitlist is away', async () => {
    gate.set(state);
    const address = newClient();
    const preview = await post('/skills/ai-humanizer', { text: 'We utilize this.' }, address);
    expect(preview.status).toBe(200);
    expect(await preview.json()).toMatchObject({ state: 'degraded', degraded: { method: 'rules' } });
    const waitlist = await post('/waitlist', { email: 'ada@lovelace.org' }, address);
    expect(waitlist.status).toBe(500);
    expect(waitlist.headers.get('ratelimit')).toMatch(/^"public";r=\d+;t=\d+$/);
    expect(await waitlist.json()).toMatchObject({ code: 'WAITLIST_UNAVAILABLE' });
  });
});

describe('with a Temporal that is refusing', () => {
  it('answers PDF work with 500, keeps nothing of it, and the others go on', async () => {
    const [host = '', port] = inject('temporalAddress').split(':');
    await using temporalGate = await startGate({ host, port: Number(port) });
    await using pdfApi = await startPdfApi({ TEMPORAL_ADDRESS: temporalGate.address });
    temporalGate.set('refusing');
    const form = new FormData();
    form.append('action', 'get-info');
    form.append('file', new Blob([Buffer.from(await makePdf(1))]), 'a.pdf');
    const response = await fetch(`${pdfApi.url}/api/tools/pdf`, { method: 'POST', body: form });
    expect(response.status).toBe(500);
    expect(response.headers.get('ratelimit')).toMatch(/^"public";r=\d+;t=\d+$/);
    const body = (await response.json()) as Record<string, string>;
    expect(body).toMatchObject({ code: 'INTERNAL_ERROR', error: body['message'], hint: expect.any(String) });
    expect(JSON.stringify(body)).not.toMatch(/grpc|temporal|UNAVAILABLE:/i);
    await expect
      .poll(() => readdir(pdfApi.jobsDir).then((names) => names.filter((name) => name.startsWith('job_'))))
      .toEqual([]);
    await expect.poll(() => pdfApi.jobBlobs()).toEqual([]);
    const tools = await fetch(`${pdfApi.url}/api/tools/invoke`, {
      method: 'POST',
      body: JSON.stringify(upperCase),
    });
    expect(await tools.json()).toEqual({ result: 'ABC' });
    temporalGate.set('open');
  });
});
