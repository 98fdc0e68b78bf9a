import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { localDay } from '#domain/local-day.ts';
import { deliveryIdOf } from '#domain/run-id.ts';
import { newRunOf } from '#intake/start-claimed.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { countKeys } from '#store/counts/count-keys.ts';
import { keys } from '#store/records/index.ts';
import { createRunStarter } from '#temporal/start-run.ts';
import { arrivalWith } from '#test/support/run.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { until } from '#test/support/until.ts';

const patience = { timeoutMs: 60_000 };
const outcomes = ['running', 'succeeded', 'skipped', 'failed'] as const;
const conditionOf = (status: string) => `has(body.status) && body.status == "${status}"`;

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
  target = await startOrderTarget({ key: 'key' });
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

/** A process that admits one delivery, which matches, and dies after any of its steps; then the condition changes, and the event comes again. */
async function newCrash(content: object = {}) {
  const path = `/${randomUUID()}`;
  const { workspace, manage, newAutomation } = await api.newOwner();
  const instructions = `POST ${target.url}${path} with JSON {"order": "A-1"}.`;
  const automation = await newAutomation({ instructions, condition: conditionOf('open'), ...content });
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key' };
  await manage('POST', `/agents/${automation.agentId}/network-access`, policy);
  const hook = { workspaceId: workspace.id, automationId: automation.id };
  const workflowId = `run/${automation.id}/id/evt`;
  const deliveryId = deliveryIdOf(workflowId);
  const body = Buffer.from('{"status":"open"}');
  const arrival = arrivalWith({
    deliveryId,
    workflowId,
    eventId: 'evt',
    contentType: 'application/json',
    body,
  });
  const admissions = createAdmissions({ redis: api.redis });
  const { client } = api.temporal;
  const starter = createRunStarter({ client, taskQueue: api.runsQueue, publicUrl: api.config.PUBLIC_URL });
  const handle = client.workflow.getHandle(workflowId);
  const [run, kept] = [keys.run(workspace.id, deliveryId), keys.body(workspace.id, deliveryId)];

  async function deliverAgain(): Promise<string> {
    const headers = { 'content-type': 'application/json', 'x-service-event-id': 'evt' };
    const response = await fetch(automation.hook, { method: 'POST', headers, body });
    const answer = (await response.json()) as { status: string; deliveryId: string };
    expect(answer.deliveryId).toBe(deliveryId);
    return answer.status;
  }
  return {
    claim: async () =>
      expect(await admissions.admit(hook, arrival, { attempt: 'new' })).toMatchObject({ by: 'first' }),
    start: () => starter.start(newRunOf(hook, arrival, { automationName: 'Orders' })),
    confirm: () => admissions.confirm(hook, deliveryId),
    /** The time of the claim is over. */
    endLease: async () => expect(await api.redis.del([run, kept])).toBe(2),
    changeCondition: async () =>
      expect(
        (await manage('PATCH', `/automations/${automation.id}`, { condition: conditionOf('paid') })).status,
      ).toBe(200),
    deliverAgain,
    waitsForRecord: () =>
      until(
        'it waits',
        async () => {
          const { events } = await handle.fetchHistory();
          return events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes != null);
        },
        patience,
      ),
    endOfRun: async () => ((await handle.result()) as { outcome: string }).outcome,
    hasRun: async () =>
      await handle.describe().then(
        () => true,
        () => false,
      ),
    budgetRuns: () =>
      api.redis.sCard(keys.budgetRuns(workspace.id, automation.id, localDay(arrival.receivedAt, 'UTC'))),
    /** All that says how it ended: its record, its lists, its counts, and the requests that were sent. */
    left: async () => {
      const isRunning = async () => (await api.redis.hGet(run, 'outcome')) === 'running';
      await until('it is over', async () => !(await isRunning()), patience);
      const lists = await Promise.all(
        outcomes.map((outcome) =>
          api.redis.zScore(keys.activityWith(workspace.id, automation.id, outcome), deliveryId),
        ),
      );
      const [, , days = ''] = countKeys(hook, arrival.receivedAt.getTime());
      const counted = Object.entries(await api.redis.hGetAll(days));
      return {
        record: await api.redis.hGet(run, 'outcome'),
        lists: outcomes.filter((_, index) => lists[index] !== null),
        counted: Object.fromEntries(counted.map(([field, count]) => [field.slice('dd:'.length), count])),
        requests: target.seen.filter((request) => request.path === path).length,
      };
    },
  };
}

const skippedOnce = { record: 'skipped', lists: ['skipped'], counted: { skipped: '1' }, requests: 0 };
const ranOnce = { record: 'succeeded', lists: ['succeeded'], requests: 1 };

describe('an event whose first try died after its claim, and which does not match any more', () => {
  test('runs once by the condition of its claim, while that lasts', async () => {
    const { claim, changeCondition, deliverAgain, endOfRun, left } = await newCrash();
    await claim();
    await changeCondition();
    expect(await deliverAgain()).toBe('accepted');
    expect(await endOfRun()).toBe('succeeded');
    expect(await deliverAgain()).toBe('duplicate');
    expect(await left()).toMatchObject({ ...ranOnce, counted: { succeeded: '1' } });
  });

  test('runs once where its run was started, whoever confirms it', async () => {
    const { claim, start, changeCondition, deliverAgain, endOfRun, left } = await newCrash();
    await claim();
    expect(await start()).toBe('started');
    await changeCondition();
    expect(await deliverAgain()).toBe('duplicate');
    expect(await endOfRun()).toBe('succeeded');
    expect(await left()).toMatchObject({ ...ranOnce, counted: { succeeded: '1' } });
  });

  test('is skipped once after the time of the claim, without a run and for nothing of a budget', async () => {
    const crash = await newCrash({ budget: { runs: 1 } });
    await crash.claim();
    expect(await crash.budgetRuns()).toBe(1);
    await crash.endLease();
    await crash.changeCondition();
    expect(await crash.deliverAgain()).toBe('accepted');
    expect(await crash.left()).toEqual(skippedOnce);
    expect([await crash.hasRun(), await crash.budgetRuns()]).toEqual([false, 0]);
  });

  test('is skipped once where its run waits for the record, which finds it ended', async () => {
    const crash = await newCrash();
    await crash.claim();
    await crash.endLease();
    expect(await crash.start()).toBe('started');
    await crash.waitsForRecord();
    await crash.changeCondition();
    const answers = await Promise.all(Array.from({ length: 4 }, crash.deliverAgain));
    expect(answers.toSorted()).toEqual(['accepted', 'duplicate', 'duplicate', 'duplicate']);
    expect(await crash.endOfRun()).toBe('skipped');
    expect(await crash.left()).toMatchObject({
      ...skippedOnce,
      counted: { skipped: '1', duplicate: '3' },
    });
  });

  test('is skipped once where its first try was slow, and starts its run after all', async () => {
    const crash = await newCrash();
    await crash.claim();
    await crash.endLease();
    await crash.changeCondition();
    expect(await crash.deliverAgain()).toBe('accepted');
    expect([await crash.start(), await crash.confirm()]).toEqual(['started', 'already']);
    expect(await crash.endOfRun()).toBe('skipped');
    expect(await crash.left()).toEqual(skippedOnce);
  });
});
