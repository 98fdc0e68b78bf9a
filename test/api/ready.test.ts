import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createProbeParts } from '#platform/probe-parts.ts';
import { serviceProofs } from '#store/service-proofs.ts';
import { registerNamespace } from '#temporal/register-namespace.ts';
import { registerSearchAttributes } from '#temporal/search-attributes.ts';
import { pollOnce } from '#test/support/poll-once.ts';
import { startApi, testTemporal } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';

describe('GET /readyz', () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  const namespace = `ready-${randomUUID()}`;
  beforeAll(async () => {
    await using observer = await testTemporal();
    await registerNamespace(observer.temporal.client, namespace);
    process.env['TEMPORAL_NAMESPACE'] = namespace;
    api = await startApi();
    delete process.env['TEMPORAL_NAMESPACE'];
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const readiness = async () => {
    const response = await fetch(`${api.url}/readyz`);
    const { missing, message } = (await response.json()) as { missing?: string[]; message?: string };
    return [response.status, missing, message] as const;
  };

  it('names what the namespace of Temporal lacks, until it is there', { timeout: 120_000 }, async () => {
    const { client } = api.temporal;
    const lacks = async (...parts: readonly string[]) =>
      await until(
        `readiness without ${parts.join(', ')}`,
        async () => ((await readiness())[1] ?? []).join() === parts.join() && (await readiness()),
        { timeoutMs: 60_000 },
      );
    expect(await lacks('search-attributes', 'workers')).toEqual([
      503,
      ['search-attributes', 'workers'],
      'Not there in Temporal: search-attributes, workers',
    ]);
    await registerSearchAttributes(client, namespace);
    await lacks('workers');
    await pollOnce(api);
    expect(await lacks()).toEqual([200, undefined, undefined]);
  });

  it('starts no workflow', async () => {
    const runs = await Array.fromAsync(api.temporal.client.workflow.list());
    expect(runs).toEqual([]);
  });
});

describe('the parts', () => {
  it('are probed once in five seconds however many ask, and again after a second where one failed', async () => {
    let [nowMs, probed, isThere] = [0, 0, true];
    const probes = {
      redis: async () => {
        probed += 1;
        return isThere;
      },
    };
    const probeParts = createProbeParts({ probes, isMemoryFull: () => false, now: () => nowMs });
    const atMs = async (time: number) => {
      nowMs = time;
      const [first] = await Promise.all([probeParts(), probeParts(), probeParts()]);
      return [first[0]?.state, probed];
    };
    expect(await atMs(0)).toEqual(['ready', 1]);
    isThere = false;
    expect(await atMs(4_999)).toEqual(['ready', 1]);
    expect(await atMs(5_000)).toEqual(['missing', 2]);
    isThere = true;
    expect(await atMs(5_999)).toEqual(['missing', 2]);
    expect(await atMs(6_000)).toEqual(['ready', 3]);
  });
});

it('at /healthz a challenge is answered by the master keys alone, and refused where it is no random text', async () => {
  const key = Buffer.alloc(32, 7);
  await using api = await startApi({ MASTER_KEYS: `k7:${key.toString('base64')}` });
  const ask = async (challenge: string) => {
    const response = await fetch(`${api.url}/healthz?challenge=${challenge}`);
    return [response.status, await response.json()] as const;
  };
  const [proof] = serviceProofs('a-random-text-01', [{ id: 'k7', key }]);
  expect(await ask('a-random-text-01')).toEqual([200, { status: 'ok', proof }]);
  expect(await ask('a-random-text-02')).not.toMatchObject([200, { proof }]);
  expect(await ask('short')).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
  expect(await (await fetch(`${api.url}/healthz`)).json()).toEqual({ status: 'ok' });
});
