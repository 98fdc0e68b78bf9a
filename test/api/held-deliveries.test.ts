import { createHmac, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createHeld } from '#store/held.ts';
import { keys } from '#store/records/index.ts';
import { createRuns } from '#store/run/runs.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { until } from '#test/support/until.ts';

const patience = { timeoutMs: 120_000 };
const key = 'key-of-the-target';

let api: Awaited<ReturnType<typeof startApi>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  api = await startApi();
  target = await startOrderTarget({ key });
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

interface Answer {
  readonly status: string;
  readonly deliveryId: string;
  readonly eventId: string;
}
interface Row {
  readonly deliveryId: string;
  readonly outcome: string;
  readonly heldSince: string | null;
}

/** The owner of an automation of GitHub that holds what is over, and whose runs wait at the target below `path`. */
async function newOwner() {
  const owner = await api.newOwner();
  const { manage, workspace } = owner;
  const path = `/held/${randomUUID()}`;
  const automation = await owner.newAutomation({
    sender: 'github',
    signingSecret: 'github secret',
    instructions: `POST ${target.url}${path} with JSON {"number": "{{number}}"}.`,
  });
  const { id } = automation;
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: key };
  await manage('POST', `/agents/${automation.agentId}/network-access`, policy);
  const change = async (given: object) => {
    const response = await manage('PATCH', `/automations/${id}`, given);
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  };
  await change({ burst: 'hold' });
  const deliver = async (number: number) => {
    const body = JSON.stringify({ number: `${number}` });
    const signature = createHmac('sha256', 'github secret').update(body).digest('hex');
    const response = await fetch(automation.hook, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'issues',
        'x-github-delivery': `event-${number}`,
        'x-hub-signature-256': `sha256=${signature}`,
      },
      body,
    });
    return { code: response.status, ...((await response.json()) as Answer) };
  };
  const rows = async () => {
    const response = await manage('GET', `/automations/${id}/activity?limit=200`);
    return ((await response.json()) as { items: Row[] }).items;
  };
  const ended = async (outcome = 'succeeded') => (await rows()).filter((row) => row.outcome === outcome);
  const read = async (deliveryId: string) =>
    (await (await manage('GET', `/deliveries/${deliveryId}`)).json()) as Row & Record<string, unknown>;
  /** The numbers of the deliveries whose requests the target has seen, in that order. */
  const sent = () =>
    target.seen
      .filter((seen) => seen.path === path)
      .map(({ body }) => Number((JSON.parse(body) as { number: string }).number));
  const hook = { workspaceId: workspace.id, automationId: id };
  const held = () => api.redis.zRange(keys.heldDeliveries(hook.workspaceId, id), 0, -1);
  /** As if so many runs of another automation were under way. */
  const take = (slots: number) =>
    api.redis.zAdd(
      keys.slots(workspace.id),
      Array.from({ length: slots }, (_, index) => ({ score: Date.now() + 90_000, value: `other-${index}` })),
    );
  const giveBack = async () => {
    const slots = keys.slots(workspace.id);
    for (const value of await api.redis.zRange(slots, 0, -1))
      if (value.startsWith('other-')) await api.redis.zRem(slots, value);
  };
  return { ...owner, id, path, hook, change, deliver, rows, ended, read, sent, held, take, giveBack };
}

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function sweep(): Promise<void> {
  const options = { workflowId: randomUUID(), taskQueue: api.runsQueue, args: [] };
  await (await api.temporal.client.workflow.start('sweep', options)).result();
}

test('thirty signed deliveries at once are all accepted, and run once each', async () => {
  const { deliver, rows, ended, read, sent, path } = await newOwner();
  await using _worker = await startRunsWorker(api);
  const answers = await Promise.all(oneTo(30).map(deliver));
  expect(answers.map(({ code, status }) => [code, status])).toEqual(oneTo(30).map(() => [200, 'accepted']));
  await until('eight are being processed', () => target.holding(path) === 8, patience);
  const waiting = (await rows()).filter(({ heldSince }) => heldSince !== null);
  expect(waiting).toHaveLength(22);
  expect(await read(waiting[0]!.deliveryId)).toMatchObject({
    outcome: 'running',
    heldSince: waiting[0]!.heldSince,
    startedAt: null,
    revision: 1,
  });
  // A repeat of one that is held is that one.
  const known = answers.find(({ deliveryId }) => deliveryId === waiting[0]!.deliveryId)!;
  const repeat = await deliver(Number(known.eventId.slice('event-'.length)));
  expect(repeat).toEqual({ ...known, status: 'duplicate' });
  target.release(path);
  await until('all have run', async () => (await ended()).length === 30, patience);
  expect(sent().toSorted((one, other) => one - other)).toEqual(oneTo(30));
  expect((await rows()).every(({ heldSince }) => heldSince === null)).toBe(true);
});

test('held deliveries run in the order in which they came, and wait through a pause', async () => {
  const { deliver, ended, sent, held, take, giveBack, manage, id, path } = await newOwner();
  target.release(path);
  await take(8);
  for (const number of oneTo(6)) expect(await deliver(number)).toMatchObject({ status: 'accepted' });
  expect(await held()).toHaveLength(6);
  await manage('POST', `/automations/${id}/pause`);
  await giveBack();
  // One slot is left: runs follow one another.
  await take(7);
  await using _worker = await startRunsWorker(api);
  await sweep();
  expect(sent()).toEqual([]);
  expect(await held()).toHaveLength(6);
  await manage('POST', `/automations/${id}/resume`);
  await until('all have run', async () => (await ended()).length === 6, patience);
  expect(sent()).toEqual(oneTo(6));
});

test('a delivery that arrives while others are held is held behind them, although a slot is free', async () => {
  const { deliver, held, take, giveBack, manage, workspace } = await newOwner();
  await take(8);
  const first = await deliver(1);
  await giveBack();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(workspace.token);
  for (const path of ['/console/activity', `/console/deliveries/${first.deliveryId}`])
    expect((await visitor.show(path)).text).toContain('<span class="outcome running">held</span>');
  const stats = (await (await manage('GET', '/stats?step=hour&last=1')).json()) as Record<string, unknown>;
  expect(stats['total']).toMatchObject({ outcomes: { running: 1 } });
  const second = await deliver(2);
  expect(await held()).toEqual([first.deliveryId, second.deliveryId]);
});

describe('a held delivery', () => {
  test('that is erased leaves the others to run', async () => {
    const { deliver, ended, read, sent, held, take, giveBack, manage, path } = await newOwner();
    target.release(path);
    await take(8);
    const [first, second] = [await deliver(1), await deliver(2)];
    await using _worker = await startRunsWorker(api);
    expect((await manage('DELETE', `/deliveries/${first.deliveryId}`)).status).toBe(204);
    expect(await held()).toEqual([second.deliveryId]);
    await giveBack();
    await until('the other has run', async () => (await ended()).length === 1, patience);
    expect(sent()).toEqual([2]);
    expect(await read(first.deliveryId)).toMatchObject({ outcome: 'failed', heldSince: null, steps: [] });
    expect(await deliver(1)).toMatchObject({ status: 'duplicate', deliveryId: first.deliveryId });
  });

  test('waits while the budget is used up, and runs when that is raised', async () => {
    const { deliver, ended, rows, held, take, giveBack, change, path } = await newOwner();
    target.release(path);
    await take(8);
    for (const number of oneTo(3)) await deliver(number);
    await change({ budget: { runs: 1 } });
    await using _worker = await startRunsWorker(api);
    await giveBack();
    await until('one has run', async () => (await ended()).length === 1, patience);
    expect(await held()).toHaveLength(2);
    // The budget refuses new ones as ever.
    expect(await deliver(4)).toMatchObject({ status: 'skipped', reason: 'budget' });
    await change({ budget: { runs: 10 } });
    await until('the others have run', async () => (await ended()).length === 3, patience);
    expect((await rows()).filter(({ outcome }) => outcome === 'skipped')).toHaveLength(1);
  });

  test('waits while the workspace is suspended', async () => {
    const { deliver, ended, held, take, giveBack, workspace, path, sent } = await newOwner();
    target.release(path);
    await take(8);
    await deliver(1);
    const setState = (state: string) =>
      fetch(`${api.url}/manage/workspaces/${workspace.id}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${api.config.ADMIN_TOKEN}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ state }),
      });
    expect((await setState('suspended')).status).toBe(200);
    await giveBack();
    await using _worker = await startRunsWorker(api);
    await sweep();
    expect([sent(), await held()]).toEqual([[], [expect.any(String)]]);
    expect((await setState('active')).status).toBe(200);
    await until('it has run', async () => (await ended()).length === 1, patience);
  });

  test('is not run once its automation is deleted', async () => {
    const { deliver, read, held, take, manage, id, sent } = await newOwner();
    await take(8);
    const { deliveryId } = await deliver(1);
    await using _worker = await startRunsWorker(api);
    await manage('DELETE', `/automations/${id}`);
    await until('it is over', async () => (await held()).length === 0, patience);
    expect(await read(deliveryId)).toMatchObject({
      outcome: 'skipped',
      reason: 'The automation was deleted while the delivery was held.',
      heldSince: null,
      cost: { automationRuns: 0 },
    });
    expect(sent()).toEqual([]);
  });

  test('runs once although the process died after it gave it a slot, before it started the run', async () => {
    const { deliver, ended, sent, held, take, giveBack, hook, path } = await newOwner();
    target.release(path);
    await take(8);
    for (const number of oneTo(2)) await deliver(number);
    await giveBack();
    expect(await createHeld(api).release(hook)).toMatchObject({ status: 'released' });
    expect(await held()).toHaveLength(1);
    await using _worker = await startRunsWorker(api);
    await sweep();
    await until('both have run', async () => (await ended()).length === 2, patience);
    expect(new Set(sent())).toEqual(new Set([1, 2]));
    expect(sent()).toHaveLength(2);
  });

  test('is run by the sweep where the process died before it woke anything', async () => {
    const { deliver, ended, sent, take, giveBack, path, id } = await newOwner();
    target.release(path);
    await take(8);
    await deliver(1);
    await api.temporal.client.workflow.getHandle(`held/${id}`).terminate();
    await giveBack();
    await using _worker = await startRunsWorker(api);
    await sweep();
    await until('it has run', async () => (await ended()).length === 1, patience);
    expect(sent()).toEqual([1]);
  });

  test('is not run out of turn by a start of a try that was refused before', async () => {
    const { deliver, ended, read, sent, take, giveBack, hook, id, path } = await newOwner();
    target.release(path);
    await using _worker = await startRunsWorker(api);
    const { deliveryId } = await deliver(0);
    await until('it has run', async () => (await ended()).length === 1, patience);
    await api.redis.del(keys.run(hook.workspaceId, deliveryId));
    await take(8);
    const workflowId = `run/${id}/id/event-1`;
    const early = { kind: 'delivery', ...hook, deliveryId: '' };
    const held = await deliver(1);
    await api.temporal.client.workflow.start('automationRun', {
      workflowId,
      taskQueue: api.runsQueue,
      args: [{ ...early, deliveryId: held.deliveryId }],
    });
    await sweep();
    expect(await read(held.deliveryId)).toMatchObject({ startedAt: null });
    expect(sent()).toEqual([0]);
    await giveBack();
    await until('it has run', async () => sent().length === 2, patience);
    expect(sent()).toEqual([0, 1]);
  });
});

describe('a hold that is full', () => {
  async function full(fill: (owner: Awaited<ReturnType<typeof newOwner>>) => Promise<unknown>) {
    const owner = await newOwner();
    await owner.take(8);
    await owner.deliver(0);
    await fill(owner);
    return await owner.deliver(1);
  }
  const refused = { code: 'CONCURRENCY_EXCEEDED' };

  test('refuses the 1,001st', async () => {
    const answer = await full(async ({ deliver, hook, id }) => {
      const members = oneTo(998).map((score) => ({ score, value: `dlv-${score}` }));
      const now = Date.now() * 1_000;
      await api.redis.zAdd(
        keys.heldDeliveries(hook.workspaceId, id),
        members.map(({ score, value }) => ({ score: now + score, value })),
      );
      expect(await deliver(2)).toMatchObject({ status: 'accepted' });
    });
    expect(answer).toMatchObject(refused);
  });

  test.each([
    ['by its bytes', 20_000_000],
    ['by one byte', 20_000_000 - '{"number":"1"}'.length + 1],
  ])('%s refuses the next one', async (_, bytes) => {
    const answer = await full(({ hook, id }) =>
      api.redis.set(keys.heldBytes(hook.workspaceId, id), String(bytes)),
    );
    expect(answer).toMatchObject(refused);
  });

  test('by the age of its oldest refuses the next one', async () => {
    const answer = await full(async ({ hook, id, held }) => {
      const [value = ''] = await held();
      const score = (Date.now() - 24 * 60 * 60_000) * 1_000;
      await api.redis.zAdd(keys.heldDeliveries(hook.workspaceId, id), { score, value });
    });
    expect(answer).toMatchObject(refused);
  });
});

test('without `hold`, what is over is refused as ever', async () => {
  const { deliver, change, take, held } = await newOwner();
  expect(await change({ burst: 'refuse' })).toMatchObject({ burst: 'refuse' });
  await take(8);
  expect(await deliver(1)).toMatchObject({ code: 'CONCURRENCY_EXCEEDED' });
  expect(await held()).toEqual([]);
});

test('deliveries over sixty a minute are held, and count when they are run', async () => {
  const { deliver, held, hook, workspace } = await newOwner();
  const minute = keys.minute(workspace.id);
  const now = Date.now();
  await api.redis.zAdd(
    minute,
    oneTo(60).map((n) => ({ score: now - n, value: `other-${n}` })),
  );
  expect(await deliver(1)).toMatchObject({ status: 'accepted' });
  expect([await api.redis.zCard(minute), (await held()).length]).toEqual([60, 1]);
  expect(await createHeld(api).release(hook)).toMatchObject({ status: 'rate' });
  await api.redis.del(minute);
  expect(await createHeld(api).release(hook)).toMatchObject({ status: 'released' });
  expect(await api.redis.zCard(minute)).toBe(1);
});

test('a replay by the owner is not held', async () => {
  const { deliver, manage, take, giveBack, held, hook } = await newOwner();
  const { deliveryId } = await deliver(1);
  await createRuns(api).finish(
    { kind: 'delivery', ...hook, deliveryId },
    { outcome: 'failed', reason: 'It did.' },
  );
  await take(8);
  expect((await manage('POST', `/deliveries/${deliveryId}/replay`)).status).toBe(429);
  await giveBack();
  expect(await held()).toEqual([]);
});
