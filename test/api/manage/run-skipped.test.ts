import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createDeliveries } from '#store/delivery/deliveries.ts';
import { createEraser } from '#store/erasure/eraser.ts';
import { keys } from '#store/records/index.ts';
import { createRuns } from '#store/run/runs.ts';
import { createTokens } from '#store/token/tokens.ts';
import { startApi } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

interface Answer {
  status: string;
  deliveryId: string;
}
interface Report {
  started: number;
  deliveryIds: string[];
  ranBefore: number;
  superseded: number;
  stoppedBy: string | null;
  remaining: number;
  message: string;
}
interface Row {
  deliveryId: string;
  eventId: string;
  outcome: string;
}

async function newOwner() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  const { id } = automation;
  const deliver = async (eventId: string, body = '{}', reference?: string) => {
    const response = await fetch(automation.hook, {
      method: 'POST',
      headers: { 'x-service-event-id': eventId, ...(reference && { 'x-service-reference': reference }) },
      body,
    });
    return (await response.json()) as Answer;
  };
  const run = async (body: object = {}) => {
    const response = await owner.manage('POST', `/automations/${id}/run-skipped`, body);
    return { status: response.status, json: (await response.json()) as Report };
  };
  const pause = () => owner.manage('POST', `/automations/${id}/pause`);
  const resume = () => owner.manage('POST', `/automations/${id}/resume`);
  const rows = async (outcome = 'skipped') =>
    (
      (await (await owner.manage('GET', `/automations/${id}/activity?outcome=${outcome}`)).json()) as {
        items: Row[];
      }
    ).items;
  const read = async (deliveryId: string) =>
    (await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as Record<string, unknown>;
  const hook = { workspaceId: owner.workspace.id, automationId: id };
  /** Ends all that is running, as the worker would: the slots are free again. */
  const endAll = async () => {
    for (const { deliveryId } of await rows('running'))
      await createRuns(api).finish(
        { kind: 'delivery', ...hook, deliveryId },
        { outcome: 'succeeded', reason: null },
      );
  };
  const kept = () => api.redis.hKeys(keys.keptDeliveries(hook.workspaceId, hook.automationId));
  return { ...owner, automation, deliver, run, pause, resume, rows, read, hook, endAll, kept };
}

/** The owner of an automation that skipped these events in a pause that is over. */
async function afterPause(...eventIds: string[]) {
  const owner = await newOwner();
  await owner.pause();
  for (const eventId of eventIds)
    expect(await owner.deliver(eventId, `{"of":"${eventId}"}`)).toEqual({
      status: 'skipped',
      reason: 'paused',
    });
  await owner.resume();
  return owner;
}

describe('deliveries that a pause skipped', () => {
  test('is run with its own body, oldest first, and lets go of that', async () => {
    const { run, read, rows, kept } = await afterPause('e1', 'e2');
    const skipped = (await rows()).toReversed();
    const { status, json } = await run();
    expect([status, json]).toEqual([
      202,
      {
        started: 2,
        deliveryIds: [expect.any(String), expect.any(String)],
        ranBefore: 0,
        superseded: 0,
        stoppedBy: null,
        remaining: 0,
      },
    ]);
    expect(await read(json.deliveryIds[0]!)).toMatchObject({
      outcome: 'running',
      eventId: 'e1',
      runOf: skipped[0]!.deliveryId,
      replayOf: null,
      arrived: { text: '{"of":"e1"}' },
    });
    expect(await read(skipped[1]!.deliveryId)).toMatchObject({
      outcome: 'skipped',
      reason: 'paused',
      ranAs: json.deliveryIds[1],
      arrived: { text: '' },
    });
    expect(await kept()).toEqual([]);
    expect((await run()).json).toMatchObject({ started: 0, remaining: 0 });
  });

  test('is run once when its sender retries afterwards', async () => {
    const { run, deliver, rows } = await afterPause('e1');
    const [deliveryId] = (await run()).json.deliveryIds;
    expect(await deliver('e1')).toMatchObject({ status: 'duplicate', deliveryId });
    expect(await rows('running')).toHaveLength(1);
  });

  test('is not run when its sender retried before', async () => {
    const { run, deliver, rows, read } = await afterPause('e1');
    const [skipped] = await rows();
    const { status, deliveryId } = await deliver('e1');
    expect(status).toBe('accepted');
    expect((await run()).json).toMatchObject({ started: 0, ranBefore: 1, remaining: 0 });
    expect(await read(skipped!.deliveryId)).toMatchObject({ ranAs: deliveryId });
    expect(await rows('running')).toHaveLength(1);
  });

  test('is run once when calls and retries of its sender come at the same time', async () => {
    const { run, deliver, rows, automation } = await afterPause('e1');
    const [one, other, ...retries] = await Promise.all([run(), run(), deliver('e1'), deliver('e1')]);
    const accepted = retries.filter(({ status }) => status === 'accepted').length;
    expect(accepted + one.json.started + other.json.started).toBe(1);
    const [running, ...others] = await rows('running');
    expect(others).toEqual([]);
    const workflowId = `run/${automation.id}/id/e1`;
    const { status } = await api.temporal.client.workflow.getHandle(workflowId).describe();
    expect([status.name, running?.eventId]).toEqual(['RUNNING', 'e1']);
  });

  test('that came several times is run once', async () => {
    const { run, rows } = await afterPause('e1', 'e1', 'e1');
    expect((await run()).json).toMatchObject({ started: 1, ranBefore: 2 });
    expect(await rows('running')).toHaveLength(1);
  });

  test('is run once by a call after one that ended before it could note what it did', async () => {
    const { run, rows, hook, kept } = await afterPause('e1');
    const [skipped] = await rows();
    const key = keys.keptDeliveries(hook.workspaceId, hook.automationId);
    const bodyKey = keys.body(hook.workspaceId, skipped!.deliveryId);
    const [size, body] = [await api.redis.hGet(key, skipped!.deliveryId), await api.redis.get(bodyKey)];
    expect((await run()).json.started).toBe(1);
    await api.redis.hSet(key, skipped!.deliveryId, size!);
    await api.redis.set(bodyKey, body!);
    expect((await run()).json).toMatchObject({ started: 0, ranBefore: 1 });
    expect(await kept()).toEqual([]);
  });

  test('without an event id is run once as well, on the day that it came', async () => {
    const { pause, resume, automation, run, rows } = await newOwner();
    await pause();
    for (let time = 0; time < 2; time += 1) await fetch(automation.hook, { method: 'POST', body: 'same' });
    await resume();
    const events = new Set((await rows()).map(({ eventId }) => eventId));
    const { started, ranBefore } = (await run()).json;
    expect([events.size, started + ranBefore]).toEqual([1, 2]);
  });

  test('is refused while the pause goes on, and stays', async () => {
    const { run, pause, kept } = await afterPause('e1');
    await pause();
    expect(await run()).toMatchObject({ status: 400, json: { message: 'id: the automation is paused' } });
    expect(await kept()).toHaveLength(1);
  });

  test('is gone once it is erased', async () => {
    const { run, rows, kept, workspace } = await afterPause('e1');
    const [skipped] = await rows();
    const { deliveryId } = skipped!;
    expect(
      await createEraser({ redis: api.redis, blobs: noBlobs }).strip({
        workspaceId: workspace.id,
        deliveryId,
      }),
    ).toBe('stripped');
    expect(await kept()).toEqual([]);
    expect((await run()).json).toMatchObject({ started: 0, ranBefore: 0, remaining: 0 });
  });
});

describe('a choice', () => {
  test('takes the newest of each reference, leaves the older ones aside, and those for all', async () => {
    const { deliver, pause, resume, run, read, rows } = await newOwner();
    await pause();
    for (const [eventId, reference] of [
      ['a1', 'A'],
      ['b1', 'B'],
      ['a2', 'A'],
      ['none1', undefined],
      ['none2', undefined],
    ] as const)
      await deliver(eventId, '{}', reference);
    await resume();
    const { json } = await run({ which: 'newest_per_reference' });
    const ran = await Promise.all(json.deliveryIds.map(async (id) => (await read(id))['eventId']));
    expect(ran).toEqual(['b1', 'a2', 'none1', 'none2']);
    expect(json).toMatchObject({ superseded: 1, remaining: 0 });
    expect((await run({ which: 'newest_per_reference' })).json).toMatchObject({ started: 0, remaining: 0 });
    expect((await run()).json).toMatchObject({ started: 1 });
    expect((await rows('running')).map(({ eventId }) => eventId)).toContain('a1');
  });

  test('may be of ids, of a time, and as many as asked for', async () => {
    const { run, rows, endAll } = await afterPause('e1', 'e2', 'e3');
    const byEvent = new Map((await rows()).map(({ eventId, deliveryId }) => [eventId, deliveryId]));
    expect((await run({ to: '2020-01-01T00:00:00Z' })).json).toMatchObject({ started: 0, remaining: 0 });
    expect((await run({ deliveryIds: [byEvent.get('e2'), 'dlv_unknown'] })).json).toMatchObject({
      started: 1,
    });
    expect((await rows('running')).map(({ eventId }) => eventId)).toEqual(['e2']);
    await endAll();
    expect((await run({ limit: 1, from: '2020-01-01T00:00:00Z' })).json).toMatchObject({
      started: 1,
      remaining: 1,
    });
    expect((await rows('running')).map(({ eventId }) => eventId)).toEqual(['e1']);
  });

  test.each([
    [{ which: 'some' }, 'which: '],
    [{ limit: 0 }, 'limit: '],
    [{ deliveryIds: [] }, 'deliveryIds: '],
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'to: is before from'],
  ])('is refused where it is none: %j', async (body, message) => {
    const { run } = await newOwner();
    expect(await run(body)).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining(message) },
    });
  });
});

describe('deliveries that a budget skipped', () => {
  test('is run when there is budget again, as far as that goes', async () => {
    const { manage, automation, deliver, run, rows, kept } = await newOwner();
    const setBudget = (budget: object | null) => manage('PATCH', `/automations/${automation.id}`, { budget });
    await setBudget({ runs: 1 });
    await deliver('e1');
    for (const eventId of ['e2', 'e3', 'e4'])
      expect(await deliver(eventId)).toEqual({ status: 'skipped', reason: 'budget' });
    expect((await run()).json).toMatchObject({ started: 0, stoppedBy: 'budget', remaining: 3 });
    await setBudget({ runs: 3 });
    expect((await run()).json).toMatchObject({ started: 2, stoppedBy: 'budget', remaining: 1 });
    expect(await rows()).toHaveLength(3);
    expect(await kept()).toHaveLength(1);
    await setBudget(null);
    expect((await run()).json).toMatchObject({ started: 1, stoppedBy: null, remaining: 0 });
    expect(await deliver('e4')).toMatchObject({ status: 'duplicate' });
  });
});

test('all slots stop it, and what remains is run later', async () => {
  const { run, endAll, rows } = await afterPause(...Array.from({ length: 10 }, (_, n) => `e${n}`));
  expect((await run()).json).toMatchObject({ started: 8, stoppedBy: 'slots', remaining: 2 });
  await endAll();
  expect((await run()).json).toMatchObject({ started: 2, stoppedBy: null, remaining: 0 });
  expect(await rows()).toHaveLength(10);
});

test('only editors of the workspace run them', async () => {
  const { automation, workspace, kept } = await afterPause('e1');
  const { token } = await createTokens(api).create(workspace.id, { name: 'V', role: 'viewer' });
  const post = (bearer: string) =>
    fetch(`${api.url}/manage/automations/${automation.id}/run-skipped`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: '{}',
    });
  expect((await post(token)).status).toBe(403);
  expect((await post((await api.newOwner()).workspace.token)).status).toBe(404);
  expect((await post('no token')).status).toBe(401);
  expect(await kept()).toHaveLength(1);
});

test('a bulk replay of what was skipped passes over what was never run', async () => {
  const { manage, automation, workspace } = await afterPause('e1');
  const replay = await manage('POST', `/automations/${automation.id}/replay`, { outcome: 'skipped' });
  expect(await replay.json()).toMatchObject({ replayed: 0, notKept: 1 });
  const { body } = createDeliveries({ redis: api.redis, blobs: noBlobs, workflowUrl: () => null });
  const [id] = await api.redis.hKeys(keys.keptDeliveries(workspace.id, automation.id));
  expect(await body(workspace.id, id!)).not.toBeNull();
});
