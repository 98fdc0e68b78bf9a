import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { scheduleSweep } from '#temporal/sweep-schedule.ts';
import { testTemporal } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testTemporal>>;
beforeAll(async () => {
  connection = await testTemporal();
});
afterAll(() => connection[Symbol.asyncDispose]());

/** A queue of its own, and its schedule, gone after the test. */
function setUp() {
  const { client } = connection.temporal;
  const taskQueue = `runs-${randomUUID()}`;
  const schedule = client.schedule.getHandle(`sweep-${taskQueue}`);
  return { client, taskQueue, schedule, [Symbol.asyncDispose]: () => schedule.delete() };
}

const current = {
  spec: { intervals: [{ every: 300_000 }] },
  policies: { overlap: 'SKIP', catchupWindow: 60_000 },
  action: { workflowType: 'sweep' },
};

test('a sweep is scheduled every five minutes, once however many processes ask for it', async () => {
  await using set = setUp();
  await Promise.all([1, 2, 3].map(() => scheduleSweep(set.client, set.taskQueue)));
  expect(await set.schedule.describe()).toMatchObject(current);
});

test('a schedule with another interval and policies is brought up to date, and stays paused', async () => {
  await using set = setUp();
  await set.client.schedule.create({
    scheduleId: set.schedule.scheduleId,
    spec: { intervals: [{ every: '1h' }] },
    policies: { overlap: 'ALLOW_ALL' },
    action: { type: 'startWorkflow', workflowType: 'sweep', taskQueue: set.taskQueue, workflowId: 'other' },
    state: { paused: true, note: 'by an operator' },
  });
  await scheduleSweep(set.client, set.taskQueue);
  expect(await set.schedule.describe()).toMatchObject({
    ...current,
    state: { paused: true, note: 'by an operator' },
  });
});

test('a schedule that is up to date is not written again', async () => {
  await using set = setUp();
  await scheduleSweep(set.client, set.taskQueue);
  const { info } = await set.schedule.describe();
  await scheduleSweep(set.client, set.taskQueue);
  expect((await set.schedule.describe()).info.lastUpdatedAt).toEqual(info.lastUpdatedAt);
});
