import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { keys } from '#store/records/index.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startGate } from '#test/support/gate.ts';
import { startApi } from '#test/support/service.ts';

let redisGate: Awaited<ReturnType<typeof startGate>>;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  const redisAt = new URL(inject('redisUrl'));
  redisGate = await startGate({ host: redisAt.hostname, port: Number(redisAt.port) });
  api = await startApi({ REDIS_URL: `redis://${redisGate.address}` });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await redisGate[Symbol.asyncDispose]();
});

/** A token that nobody has is looked up in Redis. */
const statusOfStranger = async () =>
  (await fetch(`${api.url}/manage/workspace`, { headers: { authorization: 'Bearer nobody' } })).status;
const open = async () => {
  redisGate.set('open');
  await expect.poll(statusOfStranger, { timeout: 20_000 }).toBe(401);
};

async function answerOf(response: Response) {
  const body = (await response.json()) as { code: string; message: string; hint: string };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...body };
}

const away = (part: string) => ({
  status: 503,
  retryAfter: '5',
  code: 'SERVICE_UNAVAILABLE',
  message: `${part} does not answer`,
  hint: expect.stringContaining('Retry-After'),
});

describe('the management API', () => {
  it.each(['refusing', 'silent'] as const)('answers 503 and names Redis while it is %s', async (state) => {
    await open();
    const owner = await api.newOwner();
    redisGate.set(state);
    // The second comes when the connection is known to be lost.
    for (const path of ['/automations', '/automations'])
      expect(await answerOf(await owner.manage('GET', path))).toMatchObject(away('Redis'));
    expect(
      await answerOf(await owner.manage('POST', '/automations', { name: 'A', instructions: 'Report.' })),
    ).toMatchObject(away('Redis'));
    const operator = { headers: { authorization: `Bearer ${api.config.ADMIN_TOKEN}` } };
    expect(await answerOf(await fetch(`${api.url}/manage/workspaces`, operator))).toMatchObject(
      away('Redis'),
    );
    await open();
    expect((await owner.manage('GET', '/automations')).status).toBe(200);
  });
});

describe('the console', () => {
  it('shows a page that names Redis, signed in or not, and is there again afterwards', async () => {
    await open();
    const owner = await api.newOwner();
    const [visitor, stranger] = [consoleVisitor(api.url), consoleVisitor(api.url)];
    await visitor.signIn(owner.workspace.token);
    redisGate.set('refusing');
    for (const { response, text } of [
      await visitor.show('/console/automations'),
      await visitor.post('/console/automations/new', { name: 'A' }),
    ]) {
      expect(response.status).toBe(503);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(response.headers.get('content-security-policy')).not.toBeNull();
      expect(text).toMatch(/<main[^>]*>\s*<h1>Redis does not answer<\/h1>/);
      expect(text).not.toContain(owner.workspace.token);
    }
    expect((await stranger.show('/console/sign-in')).response.status).toBe(200);
    expect((await stranger.signIn(owner.workspace.token)).response.status).toBe(503);
    await open();
    expect((await visitor.show('/console/automations')).response.status).toBe(200);
  });

  it('shows a page with the id of the request where we failed', async () => {
    await open();
    const owner = await api.newOwner();
    const visitor = consoleVisitor(api.url);
    await visitor.signIn(owner.workspace.token);
    await api.redis.del(keys.agents(owner.workspace.id));
    await api.redis.set(keys.agents(owner.workspace.id), 'another type than that of the record');
    const { response, text } = await visitor.show('/console/network-access');
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(text).toMatch(/<h1>Something on our side failed \(request [\w-]+\)<\/h1>/);
    expect(text).not.toContain('WRONGTYPE');
  });
});
