import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { keysWith } from '#test/support/redis-content.ts';
import { startOwnRedis } from '#test/support/own-redis.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let ownRedis: Awaited<ReturnType<typeof startOwnRedis>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  ownRedis = await startOwnRedis();
  api = await startApi({ REDIS_URL: ownRedis.url }, { erasureWaitMs: 60_000 });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await ownRedis[Symbol.asyncDispose]();
});

async function startTarget(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())),
  };
}

interface RequestStep {
  readonly kind: string;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
}

/** A delivery whose run sends the whole payload, and is over. */
async function forwarded(target: { readonly url: string }, payload: object) {
  const owner = await api.newOwner();
  const { manage, newAutomation } = owner;
  const automation = await newAutomation({
    instructions: `POST ${target.url}/orders with the whole payload.`,
  });
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'attached-key-0123456789' };
  await manage('POST', `/agents/${automation.agentId}/network-access`, policy);
  const stored = async () => {
    const { storage } = (await (await manage('GET', '/workspace')).json()) as {
      storage: { storedBytes: number };
    };
    return storage.storedBytes;
  };
  const response = await fetch(automation.hook, { method: 'POST', body: JSON.stringify(payload) });
  const { deliveryId } = (await response.json()) as { deliveryId: string };
  const read = async () =>
    (await (await manage('GET', `/deliveries/${deliveryId}`)).json()) as {
      outcome: string;
      targetSaid: string | null;
      steps: readonly RequestStep[];
    };
  await expect.poll(async () => (await read()).outcome).not.toBe('running');
  const record = await read();
  const [step] = record.steps.filter(({ kind }) => kind === 'request');
  return { ...owner, deliveryId, read, record, step, stored };
}

describe('the bodies of a request', () => {
  it('are in its record, without credentials, and the words of the target in the lists', async () => {
    await using target = await startTarget((request, response) => {
      response.writeHead(422, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'no such order', key: request.headers['x-api-key'] }));
    });
    const payload = { order: 'A-1', note: 'attached-key-0123456789' };
    const { manage, record, step } = await forwarded(target, payload);
    expect(step).toMatchObject({
      requestBody: '{"order":"A-1","note":"[redacted]"}',
      responseBody: '{"error":"no such order","key":"[redacted]"}',
    });
    expect(record.targetSaid).toBe('{"error":"no such order","key":"[redacted]"}');
    const { items } = (await (await manage('GET', '/deliveries?q=NO%20SUCH%20order')).json()) as {
      items: object[];
    };
    expect(items).toMatchObject([{ outcome: 'failed', targetSaid: record.targetSaid }]);
    expect(await (await manage('GET', '/export')).text()).toContain('no such order');
  });

  it('are cut at 16 KB, counted to the storage of the workspace, and erased with the delivery', async () => {
    const canary = `canary${randomBytes(9).toString('hex')}`;
    await using target = await startTarget((_, response) => {
      response.writeHead(500).end(`${canary} ${'é'.repeat(20_000)}`);
    });
    const { manage, deliveryId, step, stored } = await forwarded(target, { note: 'x'.repeat(30_000) });
    for (const body of [step?.requestBody, step?.responseBody]) {
      expect(Buffer.byteLength(body ?? '')).toBeGreaterThan(15_990);
      expect(Buffer.byteLength(body ?? '')).toBeLessThanOrEqual(16_000);
    }
    expect(step?.responseBody).toContain(canary);
    expect(await stored()).toBeGreaterThan(30_000 + 32_000);
    expect((await keysWith(api.redis, canary)).length).toBeGreaterThan(0);
    expect((await manage('DELETE', `/deliveries/${deliveryId}`)).status).toBe(204);
    expect(await keysWith(api.redis, canary)).toEqual([]);
    expect(await stored()).toBeLessThan(5_000);
    expect(await (await manage('GET', `/deliveries?q=${canary}`)).json()).toMatchObject({ items: [] });
  });
});
