import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Ending } from '#contracts/run.ts';
import { keys } from '#store/records/index.ts';
import { createRuns } from '#store/run/runs.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

type Json = Record<string, unknown>;
interface Replays extends Json {
  readonly deliveryIds: readonly string[];
  readonly nextCursor: string | null;
}

/** An automation whose runs no worker processes: they end as the test says. */
async function setUp() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  const runs = createRuns({ redis: api.redis });
  const path = `/automations/${automation.id}/replay`;

  async function call(method: string, to: string, body?: object) {
    const response = await owner.manage(method, to, body);
    return { status: response.status, json: (await response.json()) as Json };
  }
  async function end(deliveryId: string, outcome: Ending['outcome'] = 'failed') {
    const run = {
      kind: 'delivery',
      workspaceId: owner.workspace.id,
      automationId: automation.id,
      deliveryId,
    } as const;
    expect(await runs.finish(run, { outcome, reason: null })).toMatchObject({ isFirst: true });
  }
  async function deliver(name: string, outcome?: Ending['outcome']): Promise<string> {
    const response = await fetch(automation.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event_id: name }),
    });
    const { deliveryId } = (await response.json()) as { deliveryId: string };
    await end(deliveryId, outcome);
    return deliveryId;
  }
  async function deliverAll(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await deliver(`evt-${index}`));
    return ids;
  }
  async function replay(body: object = {}): Promise<Replays> {
    const { status, json } = await call('POST', path, body);
    expect(status).toBe(202);
    return json as Replays;
  }
  const record = async (deliveryId: string) => (await call('GET', `/deliveries/${deliveryId}`)).json;
  const originalsOf = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await record(id))['replayOf']));
  return { ...owner, automation, path, call, end, deliver, deliverAll, replay, record, originalsOf };
}

const nothingLeft = { stoppedBy: null, remaining: 0, continues: false, goesOn: false, nextCursor: null };

describe('POST /manage/automations/{id}/replay', () => {
  it('starts what failed again, oldest first, as far as the slots go, and each once however often it is called', async () => {
    const { deliverAll, deliver, replay, end, record, originalsOf } = await setUp();
    const failed = await deliverAll(10);
    await deliver('fine', 'succeeded');

    const first = await replay();
    expect(first).toEqual({
      replayed: 8,
      deliveryIds: expect.any(Array),
      replayedBefore: 0,
      leftOut: 0,
      leftOutDeliveries: [],
      notKept: 0,
      stoppedBy: 'slots',
      remaining: 2,
      continues: true,
      goesOn: true,
      nextCursor: expect.any(String),
    });
    expect(await originalsOf(first.deliveryIds)).toEqual(failed.slice(0, 8));
    expect(await record(first.deliveryIds[0]!)).toMatchObject({
      outcome: 'running',
      eventId: 'evt-0',
      arrived: { text: '{"event_id":"evt-0"}' },
    });

    expect(await replay()).toMatchObject({
      replayed: 0,
      replayedBefore: 8,
      stoppedBy: 'slots',
      remaining: 2,
    });
    for (const id of first.deliveryIds) await end(id, 'succeeded');
    const second = await replay();
    expect(second).toMatchObject({ replayed: 2, replayedBefore: 8, ...nothingLeft });
    expect(await originalsOf(second.deliveryIds)).toEqual(failed.slice(8));
    expect(await replay()).toMatchObject({ replayed: 0, replayedBefore: 10, ...nothingLeft });
  });

  it('replays each once although two calls come at the same moment', async () => {
    const { deliverAll, replay, originalsOf } = await setUp();
    const failed = await deliverAll(4);
    const answers = await Promise.all([replay(), replay(), replay()]);
    const started = answers.flatMap(({ deliveryIds }) => deliveryIds);
    expect(new Set(await originalsOf(started))).toEqual(new Set(failed));
    expect(started).toHaveLength(4);
  });

  it('does not start one again of which nothing was noted, because the process died in that moment', async () => {
    const { deliverAll, replay, workspace } = await setUp();
    const [failed = ''] = await deliverAll(1);
    await replay();
    await api.redis.hDel(keys.run(workspace.id, failed), 'replayedAs');
    expect(await replay()).toMatchObject({ replayed: 0, replayedBefore: 1, ...nothingLeft });
    expect(await api.redis.hExists(keys.run(workspace.id, failed), 'replayedAs')).toBe(1);
  });

  it('passes over what was replayed by itself', async () => {
    const { deliverAll, call, replay, originalsOf } = await setUp();
    const [one = '', other = ''] = await deliverAll(2);
    expect((await call('POST', `/deliveries/${one}/replay`)).status).toBe(201);
    const answer = await replay();
    expect(answer).toMatchObject({ replayed: 1, replayedBefore: 1 });
    expect(await originalsOf(answer.deliveryIds)).toEqual([other]);
  });

  it('takes a replay that failed as well only where that is asked for', async () => {
    const { deliverAll, replay, end, originalsOf } = await setUp();
    await deliverAll(1);
    const [again = ''] = (await replay()).deliveryIds;
    await end(again);
    expect(await replay()).toMatchObject({ replayed: 0, ...nothingLeft });
    const answer = await replay({ includeReplays: true });
    expect(answer).toMatchObject({ replayed: 1, replayedBefore: 1 });
    expect(await originalsOf(answer.deliveryIds)).toEqual([again]);
  });

  it('counts what succeeded later, by whichever replay of a replay, as left out', async () => {
    const { deliverAll, call, replay, end, record } = await setUp();
    const [fine = '', twice = '', bad = ''] = await deliverAll(3);
    const again = async (id: string, outcome: Ending['outcome']) => {
      const { json } = await call('POST', `/deliveries/${id}/replay`);
      await end(json['deliveryId'] as string, outcome);
      return json['deliveryId'] as string;
    };
    await again(fine, 'succeeded');
    await again(await again(twice, 'failed'), 'succeeded');
    await again(bad, 'failed');
    expect(await replay()).toMatchObject({ replayed: 0, replayedBefore: 4, leftOut: 3, ...nothingLeft });
    expect(await record(twice)).toMatchObject({ outcome: 'failed', ranOutcome: 'succeeded' });
    expect(await record(bad)).toMatchObject({ outcome: 'failed', ranOutcome: 'failed' });
    const rows = async (query: string) => {
      const { json } = await call('GET', `/deliveries?${query}`);
      return (json['items'] as Json[]).map(({ deliveryId }) => deliveryId);
    };
    expect(await rows('outcome=failed')).toHaveLength(5);
    const open = await rows('outcome=failed&succeededLater=exclude');
    expect(open).toHaveLength(2);
    expect(open).toContain(bad);
  });

  it('takes those alone that are named, whatever became of them, and passes over the others', async () => {
    const { deliverAll, deliver, replay, end, originalsOf, call, path } = await setUp();
    const failed = await deliverAll(11);
    const skipped = await deliver('s', 'skipped');
    const chosen = [skipped, failed[3]!, failed[1]!];
    const first = await replay({ deliveryIds: [...chosen, 'dlv_of_nobody'] });
    expect(first).toMatchObject({ replayed: 3, replayedBefore: 0, ...nothingLeft });
    expect(await originalsOf(first.deliveryIds)).toEqual([failed[1], failed[3], skipped]);
    for (const id of first.deliveryIds) await end(id, 'succeeded');
    expect(await replay({ deliveryIds: chosen })).toMatchObject({ replayed: 0, leftOut: 3 });
    // Two calls go on at once: each has a selection of its own.
    const some = await replay({ deliveryIds: failed });
    expect(some).toMatchObject({ replayed: 8, stoppedBy: 'slots', remaining: 1, goesOn: true, leftOut: 2 });
    const none = { deliveryIds: Array.from({ length: 201 }, (_, index) => `dlv_${index}`) };
    expect(await call('POST', path, none)).toMatchObject({ status: 400 });
  });

  it('goes by the time of arrival and by outcome', async () => {
    const { deliverAll, deliver, replay, record, originalsOf } = await setUp();
    const failed = await deliverAll(4);
    const [unknown, skipped] = [await deliver('u', 'unknown_effect'), await deliver('s', 'skipped')];
    const arrivalOf = async (index: number) => (await record(failed[index]!))['receivedAt'] as string;
    const some = await replay({ from: await arrivalOf(1), to: await arrivalOf(2) });
    expect(await originalsOf(some.deliveryIds)).toEqual([failed[1], failed[2]]);
    const others = await replay({ outcome: ['skipped', 'failed', 'unknown_effect'] });
    expect(await originalsOf(others.deliveryIds)).toEqual([failed[0], failed[3], unknown, skipped]);
    expect(await replay({ outcome: 'succeeded' })).toMatchObject({ replayed: 0, ...nothingLeft });
  });

  it('goes on where the call before ended, with its cursor', async () => {
    const { deliverAll, replay, originalsOf } = await setUp();
    const failed = await deliverAll(5);
    const first = await replay({ limit: 3 });
    expect(first).toMatchObject({ replayed: 3, stoppedBy: null, remaining: 2, goesOn: false });
    const second = await replay({ limit: 3, cursor: first.nextCursor! });
    expect(second).toMatchObject({ replayed: 2, replayedBefore: 0, ...nothingLeft });
    expect(await originalsOf(second.deliveryIds)).toEqual(failed.slice(3));
  });

  it('stops at the rate of the workspace', async () => {
    const { deliverAll, replay, workspace } = await setUp();
    await deliverAll(2);
    const [seconds] = await api.redis.time();
    const full = Array.from({ length: 59 }, (_, index) => ({
      value: `other-${index}`,
      score: Number(seconds) * 1_000,
    }));
    await api.redis.del(keys.minute(workspace.id));
    await api.redis.zAdd(keys.minute(workspace.id), full);
    expect(await replay()).toMatchObject({ replayed: 1, stoppedBy: 'rate', remaining: 1 });
    expect(await replay()).toMatchObject({ replayed: 0, stoppedBy: 'rate', remaining: 1 });
  });

  it('goes on by itself until all are replayed, each once, although it is called again', async () => {
    const { deliverAll, replay, automation, call, originalsOf } = await setUp();
    const failed = await deliverAll(12);
    const first = await replay();
    expect(first).toMatchObject({ replayed: 8, stoppedBy: 'slots', remaining: 4, goesOn: true });
    expect(await replay()).toMatchObject({ replayed: 0, remaining: 4, goesOn: true });
    await using _worker = await startRunsWorker(api);
    const succeeded = async () => {
      const { json } = await call(
        'GET',
        `/automations/${automation.id}/activity?outcome=succeeded&limit=200`,
      );
      return (json['items'] as { deliveryId: string }[]).map(({ deliveryId }) => deliveryId);
    };
    // The first eight make room for the others.
    await expect.poll(async () => (await succeeded()).length).toBeGreaterThanOrEqual(8);
    await expect.poll(async () => (await succeeded()).length).toBe(12);
    expect(new Set(await originalsOf(await succeeded()))).toEqual(new Set(failed));
    expect(await replay()).toMatchObject({ replayed: 0, replayedBefore: 12, ...nothingLeft });
  });

  it('counts what cannot be replayed', async () => {
    const { deliver, replay, workspace } = await setUp();
    await api.redis.del(keys.body(workspace.id, await deliver('bodiless')));
    expect(await replay()).toMatchObject({ replayed: 0, notKept: 1, ...nothingLeft });
  });

  it.each([
    [{ outcome: 'running' }, /outcome/],
    [{ outcome: [] }, /outcome/],
    [{ from: 'yesterday' }, /from/],
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, /to: is before from/],
    [{ limit: 0 }, /limit/],
    [{ limit: 201 }, /limit/],
    [{ cursor: 'x' }, /cursor/],
  ])('answers 400 to %j', async (body, message) => {
    const { call, path } = await setUp();
    expect(await call('POST', path, body)).toMatchObject({
      status: 400,
      json: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) },
    });
  });

  it('answers 400 while the automation is paused, and starts nothing', async () => {
    const { call, path, automation, deliverAll, replay } = await setUp();
    await deliverAll(1);
    await call('POST', `/automations/${automation.id}/pause`);
    expect(await call('POST', path, {})).toMatchObject({
      status: 400,
      json: { message: 'id: the automation is paused' },
    });
    await call('POST', `/automations/${automation.id}/resume`);
    expect(await replay()).toMatchObject({ replayed: 1 });
  });

  it("answers 401 without a token and 404 to another workspace's automation", async () => {
    const { path, automation } = await setUp();
    const anonymous = await fetch(`${api.url}/manage${path}`, { method: 'POST', body: '{}' });
    expect(anonymous.status).toBe(401);
    const { call } = await setUp();
    expect(await call('POST', `/automations/${automation.id}/replay`, {})).toMatchObject({ status: 404 });
  });
});
