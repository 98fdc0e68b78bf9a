import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { recordActivities } from '#activities/record.ts';
import type { TurnReport } from '#contracts/turn-report.ts';
import { createTargetSpeed } from '#activities/target-speed.ts';
import { turnActivities } from '#activities/turn.ts';
import { defaultBudget } from '#domain/budget.ts';
import { createApis } from '#store/api/apis.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createVault } from '#store/secret/vault.ts';
import { offlineModels } from '#test/support/offline-models.ts';
import { quietLogger } from '#test/support/quiet-runtime.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

async function setUp(content: { instructions?: string; filter?: string }) {
  const { redis } = connection;
  const begun = await beginRun(redis, content);
  const { run } = begun;
  const models = offlineModels(redis, begun.automations);
  const policyRecords = createPolicyStore({
    redis,
    vault: createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]),
  });
  const { beginRun: begin, finishRun } = recordActivities({ ...begun, budget: defaultBudget, models });
  const { takeTurn } = turnActivities({
    ...begun,
    models,
    apis: createApis({ redis }),
    policyRecords,
    targetSpeed: createTargetSpeed(),
  });
  const inTemporal = <A extends unknown[], T>(activity: (...args: A) => Promise<T>, ...args: A) =>
    new MockActivityEnvironment({}, { logger: quietLogger }).run(activity, ...args);
  return {
    begin: () => inTemporal(begin, run),
    finish: (...ending: [Parameters<typeof finishRun>[1]]) => inTemporal(finishRun, run, ...ending),
    turn: (number: number) => inTemporal(takeTurn, run, number, 0),
    record: () => begun.deliveries.find(run.workspaceId, run.deliveryId),
  };
}

describe('the begin of a run', () => {
  test('goes on without a filter', async () => {
    const { begin } = await setUp({});
    expect(await begin()).toEqual({
      status: 'begun',
      isOffline: true,
      isFilterOpen: false,
      budget: defaultBudget,
    });
  });

  test('goes on when the rules find that the filter matches, and records the evidence', async () => {
    const { begin, record } = await setUp({ filter: 'Only run when id is 1' });
    expect(await begin()).toMatchObject({ status: 'begun' });
    expect(await record()).toMatchObject({
      filter: { matched: true, evidence: expect.stringContaining('1') },
    });
  });

  test('ends the run as skipped and not billed when the filter does not match', async () => {
    const { begin, record } = await setUp({ filter: 'Only run when id is 2' });
    expect(await begin()).toEqual({ status: 'ended', ending: { outcome: 'skipped', reason: null } });
    expect(await record()).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('id was 1'),
      filter: { matched: false },
      cost: { automationRuns: 0 },
    });
  });

  test('ends the run as needs_model when the rules cannot judge the filter', async () => {
    const { begin, record } = await setUp({ filter: 'Only run when the sender sounds angry' });
    expect(await begin()).toMatchObject({ status: 'ended', ending: { outcome: 'needs_model' } });
    expect(await record()).toMatchObject({ outcome: 'needs_model', filter: { matched: null } });
  });

  test('finds a run that was over', async () => {
    const { begin, finish } = await setUp({});
    await finish({ outcome: 'failed', reason: 'Stopped.' });
    expect(await begin()).toEqual({ status: 'ended', ending: { outcome: 'failed', reason: null } });
  });
});

describe('a turn', () => {
  test('that is done ends the run with its answer', async () => {
    const { begin, turn, record } = await setUp({ instructions: 'Report id.' });
    await begin();
    expect(await turn(1)).toMatchObject({ calls: [], ending: { outcome: 'succeeded' } });
    expect(await record()).toMatchObject({
      outcome: 'succeeded',
      answer: expect.stringContaining('1'),
      steps: [{ kind: 'model', model: 'offline/rules-1' }],
      cost: { automationRuns: 1, money: { state: 'none', amountMicros: null } },
    });
  });

  test('is not taken a second time when its answer is saved', async () => {
    const { begin, turn, record } = await setUp({ instructions: 'Report id.' });
    await begin();
    const first = await turn(1);
    expect(await turn(1)).toEqual(first);
    expect((await record())?.steps).toHaveLength(1);
  });

  test('with a sentence that is not understood ends the run as needs_model and asks for nothing', async () => {
    const { begin, turn, record } = await setUp({
      instructions: 'POST https://api.example.com/orders with the whole payload. Be kind to the customer.',
    });
    await begin();
    expect(await turn(1)).toMatchObject({ calls: [], ending: { outcome: 'needs_model' } });
    expect(await record()).toMatchObject({
      outcome: 'needs_model',
      reason: expect.stringContaining('Be kind'),
    });
  });

  test('tells operators where a request goes, without its query', async () => {
    const { begin, turn } = await setUp({
      instructions: 'GET https://api.example.com/orders/{{id}}?key=secret',
    });
    await begin();
    const { calls } = (await turn(1)) as TurnReport;
    expect(calls).toMatchObject([{ kind: 'request', summary: 'GET api.example.com/orders/1' }]);
  });
});
