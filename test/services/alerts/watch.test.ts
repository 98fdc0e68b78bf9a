import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createAlertWatch } from '#alerts/watch.ts';
import { watchRuns } from '#alerts/watched-runs.ts';
import type { AlertCondition } from '#contracts/alert.ts';
import { createAlertRules } from '#store/alert/alert-rules.ts';
import { createAlertTargets } from '#store/alert/alert-targets.ts';
import { createAlerts } from '#store/alert/alerts.ts';
import { createEraser } from '#store/erasure/eraser.ts';
import { keys } from '#store/records/index.ts';
import { createVault } from '#store/secret/vault.ts';
import type { RunState } from '#temporal/run-states.ts';
import { arrivalWith, beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const key = { id: 'k1', key: Buffer.alloc(32, 7) };

interface Options {
  readonly condition?: AlertCondition;
  readonly state?: RunState;
}

/** A run under way in a workspace with a rule, and a Temporal that is away until it is told otherwise. */
async function setUp({ condition = { kind: 'first_failure' }, state = { status: 'missing' } }: Options = {}) {
  const { redis } = connection;
  const begun = await beginRun(redis);
  const { workspaceId, automationId } = begun.run;
  const vault = createVault([key]);
  const alertRules = createAlertRules({ redis, vault });
  const makeRule = async (automation: string | null = null) => {
    const channel = { kind: 'webhook', url: 'https://example.com/' } as const;
    const made = await alertRules.create(workspaceId, {
      name: 'R',
      automationId: automation,
      condition,
      channel,
    });
    return made!.rule.id;
  };
  const ruleId = await makeRule();
  const world = { isAway: false, now: Date.now() };
  const started: string[] = [];
  const warnings: string[] = [];
  const alerts = createAlerts({ redis });
  const watch = createAlertWatch({
    alerts,
    alertStarter: {
      start: ({ alertId }) => {
        if (world.isAway) return Promise.reject(new Error('Temporal is away'));
        started.push(alertId);
        return Promise.resolve();
      },
    },
    runStates: { of: () => Promise.resolve(state) },
    logger: { warn: (_, message) => warnings.push(message) },
    now: () => world.now,
  });
  const log = async (id = ruleId) => (await alerts.list(workspaceId, id, { limit: 200 })).items;
  const fail = (runs = begun.runs) => runs.finish(begun.run, { outcome: 'failed', reason: 'It did.' });
  const sweep = () => watch.sweep(workspaceId);
  return {
    ...begun,
    redis,
    workspaceId,
    automationId,
    alertRules,
    alerts,
    watch,
    world,
    started,
    warnings,
    ruleId,
    makeRule,
    log,
    fail,
    sweep,
  };
}

describe('the end of a run', () => {
  it('is judged as soon as it is recorded', async () => {
    const { runs, watch, fail, started, log } = await setUp();
    await fail(watchRuns(runs, watch));
    expect(started).toHaveLength(1);
    expect(await log()).toMatchObject([{ id: started[0], type: 'automation.failed', state: 'sending' }]);
  });

  it('is judged by the sweep where the process died in between, and once', async () => {
    const { fail, sweep, started, redis, workspaceId } = await setUp({ state: { status: 'open' } });
    expect((await fail()).isWatched).toBe(true);
    expect(await redis.zCard(keys.alertCauses(workspaceId))).toBe(1);
    await sweep();
    await sweep();
    expect(await redis.zCard(keys.alertCauses(workspaceId))).toBe(0);
    expect(started).toEqual([]);
  });

  it('makes one alert however many judge it at once', async () => {
    const { fail, watch, workspaceId, started, log } = await setUp();
    await fail();
    await Promise.all(Array.from({ length: 8 }, () => watch.judgeEnds(workspaceId)));
    expect(await log()).toHaveLength(1);
    expect(started).toHaveLength(1);
  });

  it('does not fail where Temporal is away: the sweep has the alert sent', async () => {
    const { runs, watch, fail, world, warnings, sweep, started, log } = await setUp();
    world.isAway = true;
    expect(await fail(watchRuns(runs, watch))).toMatchObject({ isFirst: true });
    expect(warnings).toEqual(['alerts wait for the sweep']);
    world.isAway = false;
    expect(await sweep()).toEqual({ done: 1, failures: [] });
    expect(started).toEqual((await log()).map(({ id }) => id));
  });

  it('is noted nowhere in a workspace without rules', async () => {
    const { run, runs, redis, alertRules, workspaceId, ruleId } = await setUp();
    await alertRules.remove(workspaceId, ruleId);
    expect((await runs.finish(run, { outcome: 'failed', reason: null })).isWatched).toBe(false);
    expect(await redis.keys(`{${workspaceId}}:alert*`)).toEqual([]);
  });
});

it.each([
  ['a rule that is off', { state: 'off' }],
  ['a rule of another automation', { automationId: 'aut_another' }],
] as const)('%s says nothing', async (_, change) => {
  const { alertRules, workspaceId, ruleId, fail, watch, runs, log } = await setUp();
  await alertRules.revise(workspaceId, ruleId, change);
  await fail(watchRuns(runs, watch));
  expect(await log()).toEqual([]);
});

it('an alert whose workflow was terminated is given up, and stays in the log', async () => {
  const { fail, sweep, log } = await setUp({ state: { status: 'closed', how: 'TERMINATED' } });
  await fail();
  await sweep();
  expect(await log()).toMatchObject([
    {
      state: 'failed',
      error: 'Its sending was ended before it was delivered.',
      finishedAt: expect.any(String),
    },
  ]);
});

describe('a rule for silence', () => {
  const minute = 60_000;
  const condition: AlertCondition = { kind: 'silence', minutes: 5 };

  it('tells once that an automation receives no deliveries', async () => {
    const { sweep, log, world, automationId } = await setUp({ condition });
    await sweep();
    expect(await log()).toEqual([]);
    world.now += 5 * minute;
    await sweep();
    world.now += 5 * minute;
    await sweep();
    expect(await log()).toMatchObject([{ type: 'automation.silent', automationId, deliveryId: null }]);
  });

  it('is not ended by what the alert itself causes, and tells that with its round', async () => {
    const { sweep, log, world, admissions, redis, run, workspaceId, automationId } = await setUp({
      condition,
    });
    const { newestRound } = createAlertTargets({ redis, vault: createVault([key]) });
    expect(await newestRound(workspaceId, automationId)).toBeNull();
    world.now += 5 * minute;
    await sweep();
    const skipping = { automationName: 'Orders', revision: 1, agentId: 'agt_1' } as const;
    const caused = arrivalWith({ receivedAt: new Date(world.now + 1), round: 6, causedBy: 'alr_1' });
    await admissions.skip(run, caused, { ...skipping, status: 'loop' });
    expect(await newestRound(workspaceId, automationId)).toBe(6);
    world.now += 6 * minute;
    await sweep();
    expect(await log()).toHaveLength(1);
    const outside = arrivalWith({ receivedAt: new Date(world.now + 1) });
    await admissions.skip(run, outside, { ...skipping, status: 'budget' });
    expect(await newestRound(workspaceId, automationId)).toBeNull();
    world.now += 6 * minute;
    await sweep();
    expect(await log()).toHaveLength(2);
  });

  it('says nothing of an automation that is paused', async () => {
    const { sweep, log, world, automations, workspaceId, automationId } = await setUp({ condition });
    await automations.setState(workspaceId, automationId, 'paused');
    for (let look = 0; look < 3; look += 1) {
      world.now += 5 * minute;
      await sweep();
    }
    expect(await log()).toEqual([]);
  });
});

describe('a rule that tells too much', () => {
  it('withholds what is more than sixty in an hour, and keeps the newest 200', async () => {
    const { alerts, workspaceId, ruleId, log, redis } = await setUp();
    for (let count = 0; count < 205; count += 1) {
      const alert = { id: `alt_${String(count).padStart(3, '0')}`, type: 'alert.test', at: count } as const;
      await alerts.settle(workspaceId, null, [{ rule: { id: ruleId, version: 1 }, about: null, alert }]);
    }
    const kept = await log();
    expect(kept.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 145 }, () => 'withheld'),
      ...Array.from({ length: 55 }, () => 'sending'),
    ]);
    expect(await redis.exists(keys.alert(workspaceId, 'alt_004'))).toBe(0);
    expect(await alerts.open(workspaceId)).toHaveLength(55);
  });
});

describe('the erasure of an automation', () => {
  it('takes its alerts out of every log, and the rules that watch it alone', async () => {
    const { runs, watch, fail, log, makeRule, redis, workspaceId, automationId, automations } = await setUp();
    const own = await makeRule(automationId);
    await fail(watchRuns(runs, watch));
    expect([await log(), await log(own)]).toMatchObject([[{ automationId }], [{ automationId }]]);
    await automations.remove(workspaceId, (await automations.find(workspaceId, automationId))!);
    await createEraser({ redis, blobs: noBlobs }).removeAutomation(workspaceId, automationId);
    expect([await log(), await log(own)]).toEqual([[], []]);
    const left = await redis.keys(`{${workspaceId}}:alert*`);
    const stored = await Promise.all(
      left.map(async (key) => ((await redis.type(key)) === 'hash' ? await redis.hGetAll(key) : {})),
    );
    expect(JSON.stringify([left, stored])).not.toContain(automationId);
  });
});
