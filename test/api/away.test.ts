import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { startGate } from '#test/support/gate.ts';
import { pollOnce } from '#test/support/poll-once.ts';
import { startApi, testRedis } from '#test/support/service.ts';

let redisGate: Awaited<ReturnType<typeof startGate>>;
let temporalGate: Awaited<ReturnType<typeof startGate>>;
let api: Awaited<ReturnType<typeof startApi>>;
/** Past the gate. */
let observer: Awaited<ReturnType<typeof testRedis>>;

beforeAll(async () => {
  const redisAt = new URL(inject('redisUrl'));
  const [host = '', port] = inject('temporalAddress').split(':');
  redisGate = await startGate({ host: redisAt.hostname, port: Number(redisAt.port) });
  temporalGate = await startGate({ host, port: Number(port) });
  api = await startApi({
    REDIS_URL: `redis://${redisGate.address}`,
    TEMPORAL_ADDRESS: temporalGate.address,
  });
  await pollOnce(api);
  observer = await testRedis();
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await observer[Symbol.asyncDispose]();
  await redisGate[Symbol.asyncDispose]();
  await temporalGate[Symbol.asyncDispose]();
});
beforeEach(async () => {
  redisGate.set('open');
  temporalGate.set('open');
  // The answer of `/readyz` may be five seconds old.
  await expect.poll(() => api.redis.exists('none')).toBe(0);
  await expect.poll(() => api.temporal.client.workflowService.getSystemInfo({})).toBeDefined();
});

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly result: string | undefined;
  readonly deliveryId: string | undefined;
  readonly retryAfter: number;
}

async function post(url: string, eventId: string): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event_id: eventId }),
  });
  const body = (await response.json()) as { status?: string; code?: string; deliveryId?: string };
  return {
    status: response.status,
    code: body.code,
    result: body.status,
    deliveryId: body.deliveryId,
    retryAfter: Number(response.headers.get('retry-after')),
  };
}

async function readiness(): Promise<[number, string[] | undefined]> {
  const response = await fetch(`${api.url}/readyz`);
  const { missing } = (await response.json()) as { missing?: string[] };
  return [response.status, missing];
}

async function newHook() {
  const owner = await api.newOwner();
  return { ...owner, automation: await owner.newAutomation() };
}

/** The keys of a workspace that a delivery writes: its record, its body, its minute, its place, its activity. */
async function tracesOf(workspaceId: string): Promise<string[]> {
  const names = await observer.redis.keys(`{${workspaceId}}:*`);
  return names.filter((name) => /:(delivery|minute|places|activity)\b/.test(name)).toSorted();
}

const unavailable = { status: 503, code: 'INTAKE_UNAVAILABLE', retryAfter: expect.toSatisfy(isRetryAfter) };
function isRetryAfter(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= 59;
}

describe('Redis away', () => {
  it.each(['refusing', 'silent', 'frozen'] as const)(
    '%s: hooks answer 503 and /readyz names it, until it is back',
    async (state) => {
      const { automation } = await newHook();
      await post(automation.hook, 'before');
      redisGate.set(state);
      // The second comes when the connection is known to be lost, the third when nothing of the hook is remembered.
      for (const eventId of ['first', 'second', 'third']) {
        expect(await post(automation.hook, eventId)).toMatchObject(unavailable);
      }
      await expect.poll(readiness).toEqual([503, ['redis']]);
      redisGate.set('open');
      await expect.poll(readiness).toEqual([200, undefined]);
      for (const eventId of ['first', 'second', 'third'])
        expect(await post(automation.hook, eventId)).toMatchObject({ status: 200, result: 'accepted' });
    },
  );

  it.each([
    ['one that is too large', 'x'.repeat(1_000_001), {}, 413, 'PAYLOAD_TOO_LARGE'],
    ['one that does not decode', 'x', { 'content-encoding': 'gzip' }, 400, 'INVALID_ENCODING'],
    [
      'one with an unusable event id',
      'x',
      { 'x-service-event-id': 'e'.repeat(256) },
      400,
      'INVALID_EVENT_ID',
    ],
  ])('refuses %s for what it is, though it cannot be counted', async (_, body, headers, status, code) => {
    const { automation } = await newHook();
    // The hook is remembered from here on.
    await post(automation.hook, 'before');
    redisGate.set('refusing');
    const response = await fetch(automation.hook, { method: 'POST', body, headers });
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status,
      body: { code },
    });
  });

  it('answers 503 to an unknown hook rather than calling it unknown', async () => {
    redisGate.set('refusing');
    expect(await post(`${api.url}/hooks/${'A'.repeat(43)}`, 'x')).toMatchObject(unavailable);
  });
});

describe('Temporal away', () => {
  it.each(['refusing', 'silent'] as const)(
    '%s: hooks answer 503 and leave nothing; the retry is a first',
    async (state) => {
      const { automation, workspace } = await newHook();
      temporalGate.set(state);
      expect(await post(automation.hook, 'evt')).toMatchObject(unavailable);
      expect(await tracesOf(workspace.id)).toEqual([]);
      await expect.poll(readiness).toEqual([503, ['temporal']]);
      temporalGate.set('open');
      await expect
        .poll(() => post(automation.hook, 'evt'), { interval: 200 })
        .toMatchObject({ status: 200, result: 'accepted' });
    },
  );

  it('is noticed to be back, however long it was away', async () => {
    const { automation } = await newHook();
    temporalGate.set('refusing');
    // Each waits for the time limit of a start: together they are a longer absence.
    for (const eventId of ['a', 'b', 'c', 'd', 'e'])
      expect(await post(automation.hook, eventId)).toMatchObject(unavailable);
    temporalGate.set('open');
    await expect.poll(readiness).toEqual([200, undefined]);
    expect(await post(automation.hook, 'a')).toMatchObject({ status: 200, result: 'accepted' });
  });

  it('frozen: a start that arrives late is found by the retry, and there is one run', async () => {
    const { automation, manage } = await newHook();
    temporalGate.set('frozen');
    expect(await post(automation.hook, 'late')).toMatchObject(unavailable);
    temporalGate.set('open');
    await expect.poll(() => post(automation.hook, 'late'), { interval: 200 }).toMatchObject({ status: 200 });
    expect(await post(automation.hook, 'late')).toMatchObject({ status: 200, result: 'duplicate' });
    const activity = await (await manage('GET', `/automations/${automation.id}/activity`)).json();
    expect(activity).toMatchObject({ items: [{ outcome: 'running' }] });
    expect((activity as { items: unknown[] }).items).toHaveLength(1);
  });

  it('answers duplicates of what is safely started all the same', async () => {
    const { automation } = await newHook();
    expect(await post(automation.hook, 'known')).toMatchObject({ result: 'accepted' });
    temporalGate.set('refusing');
    expect(await post(automation.hook, 'known')).toMatchObject({ status: 200, result: 'duplicate' });
  });
});

describe('200 deliveries at the same moment', () => {
  it('for one workspace: eight are accepted, the others are told when to retry', async () => {
    const { automation } = await newHook();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => post(automation.hook, `evt-${index}`)),
    );
    expect(answers.filter(({ result }) => result === 'accepted')).toHaveLength(8);
    for (const answer of answers.filter(({ result }) => result !== 'accepted')) {
      expect(answer).toMatchObject({
        status: 429,
        code: 'CONCURRENCY_EXCEEDED',
        retryAfter: expect.toSatisfy(isRetryAfter),
      });
    }
  });

  it('for one event: all are answered with the one delivery that is accepted', async () => {
    const { automation, manage } = await newHook();
    const answers = await Promise.all(Array.from({ length: 200 }, () => post(automation.hook, 'same')));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    // If the start of the first one is late, it says `accepted` beside the request that started the run for it.
    expect(answers.filter(({ result }) => result === 'accepted')).not.toHaveLength(0);
    expect(answers.filter(({ result }) => result !== 'accepted' && result !== 'duplicate')).toEqual([]);
    expect(new Set(answers.map(({ deliveryId }) => deliveryId)).size).toBe(1);
    const { items } = (await (await manage('GET', `/automations/${automation.id}/activity`)).json()) as {
      items: unknown[];
    };
    expect(items).toHaveLength(1);
  });
});
