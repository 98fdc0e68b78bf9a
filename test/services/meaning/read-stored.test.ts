import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { noUsage } from '#domain/no-usage.ts';
import { noTurnCost } from '#domain/turn-cost.ts';
import { readStoredEnglish } from '#meaning/read-stored.ts';
import { keys, records } from '#store/records/index.ts';
import { savedRecords } from '#test/support/load-records.ts';
import { beginRun, plannedTurn } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

interface Texts {
  readonly filter?: string;
  readonly instructions?: string;
  /** The verdict of the earlier release on its delivery, `{"id":1}`; undefined where it had no filter then. */
  readonly matched?: boolean;
}

/** An automation with the fields that the release stored, and one delivery that it ran. */
async function storedBy(release: string, { matched, ...texts }: Texts) {
  const { redis } = connection;
  const begun = await beginRun(redis, texts);
  const { automations, deliveries, run, runs } = begun;
  const { workspaceId, automationId } = run;
  if (matched !== undefined) {
    const verdict = { text: texts.filter ?? '', matched, evidence: 'as before' };
    await runs.saveFilter(run, verdict, { usage: noUsage, cost: noTurnCost, model: 'offline/rules-1' });
  }
  const { output, ...turn } = plannedTurn('POST');
  await runs.saveTurn(run, 1, { ...turn, output: { ...output, calls: [], isDone: true, answer: 'Done.' } });
  await runs.finish(run, { outcome: 'succeeded', reason: null });
  const automation = keys.automation(workspaceId, automationId);
  const revision = keys.revision(workspaceId, automationId, 1);
  const saved = await savedRecords(release);
  for (const [key, { matches }] of [
    [automation, records.automation.key],
    [revision, records.revision.key],
  ] as const) {
    const known = saved.filter((record) => matches(record.key)).flatMap(({ value }) => Object.keys(value));
    await redis.hDel(
      key,
      Object.keys(await redis.hGetAll(key)).filter((field) => !known.includes(field)),
    );
  }
  const warnings: object[] = [];
  const logger = { info: () => undefined, warn: (facts: object) => void warnings.push(facts) };
  const start = async (meanwhile = async (): Promise<void> => undefined) =>
    await readStoredEnglish(
      {
        automations: {
          ...automations,
          keepMeaning: async (...kept) => {
            await meanwhile();
            return await automations.keepMeaning(...kept);
          },
        },
        deliveries,
        workspaces: { listIds: async () => [workspaceId] },
      },
      logger,
    );
  return {
    ...begun,
    start,
    warnings,
    find: async () => await automations.find(workspaceId, automationId),
    change: async (change: Parameters<typeof automations.revise>[2]) =>
      await automations.revise(workspaceId, automationId, change),
    revisionOf: async (number: number) => await automations.revision(workspaceId, automationId, number),
    hashes: async () => [await redis.hGetAll(automation), await redis.hGetAll(revision)],
    automation,
  };
}

const paid = { filter: 'Only run when id is 1', matched: true } as const;
const summary = { by: 'rules', plan: { steps: [], answer: '{{summary()}}' } };

/** Those that read English at each delivery. */
describe.each(['0.1.0', '0.2.0'])('an automation that release %s stored', (release) => {
  test('has its condition and its plan in place, with the same number', async () => {
    const { start, find, revisionOf, hashes, warnings } = await storedBy(release, paid);
    expect((await hashes()).flatMap(Object.keys)).not.toContain('plan');
    await start();
    const meaning = { condition: { by: 'rules' }, plan: summary };
    expect(await find()).toMatchObject({ revision: 1, proposal: null, ...meaning });
    expect(await revisionOf(1)).toMatchObject(meaning);
    expect(warnings).toEqual([]);
  });

  test('is only shown a condition that decides otherwise for a delivery', async () => {
    const { start, find, revisionOf, warnings, run } = await storedBy(release, { ...paid, matched: false });
    await start();
    const problem = `Delivery ${run.deliveryId} was skipped before the upgrade and would run now.`;
    expect(await find()).toMatchObject({ condition: null, proposal: { problem } });
    expect(await revisionOf(1)).toMatchObject({ condition: null, plan: summary });
    expect(warnings).toMatchObject([{ why: problem }]);
  });

  test('has no condition where its filter is not understood any more', async () => {
    const { start, find, warnings } = await storedBy(release, { filter: 'Only run when it smells' });
    await start();
    expect(await find()).toMatchObject({ condition: null, proposal: null, plan: summary });
    expect(warnings).toMatchObject([{ why: 'The filter is not understood any more.' }]);
  });

  test('has no plan whose requests were not sent before', async () => {
    const instructions = 'POST https://api.example.com/orders with the whole payload.';
    const { start, find, warnings, run } = await storedBy(release, { instructions });
    await start();
    expect(await find()).toMatchObject({ plan: null });
    const why = `The requests of delivery ${run.deliveryId} would be others than before the upgrade.`;
    expect(warnings).toMatchObject([{ why }]);
  });

  test('is left as it is by a second start', async () => {
    const { start, hashes, warnings } = await storedBy(release, { ...paid, matched: false });
    await start();
    const after = await hashes();
    await start();
    expect(await hashes()).toEqual(after);
    expect(warnings).toHaveLength(1);
  });

  test('keeps what was saved meanwhile', async () => {
    const { start, change, find, revisionOf } = await storedBy(release, paid);
    await start(() => change({ filter: null, condition: null, plan: null, name: 'New' }));
    expect(await find()).toMatchObject({ revision: 2, name: 'New', condition: null, plan: null });
    expect(await revisionOf(2)).toMatchObject({ filter: null, condition: null, plan: null });
  });
});

describe('texts that a process of an earlier release changes after the first start', () => {
  /** Such a process numbers the revision, and knows neither condition nor plan. */
  async function changedByEarlier() {
    const stored = await storedBy('0.2.0', paid);
    const { automation, start } = stored;
    await start();
    const texts = { filter: 'Only run when id is 2', instructions: 'Quote the delivery.' };
    const { redis } = connection;
    const { agentId = '', name = '' } = await redis.hGetAll(automation);
    await redis.hSet(automation, { ...texts, revision: '2' });
    await redis.hSet(`${automation}:revision:2`, { ...texts, agentId, name });
    return stored;
  }

  test('are read at the next start', async () => {
    const { start, find, revisionOf } = await changedByEarlier();
    expect(await revisionOf(2)).toMatchObject({ condition: null, plan: null });
    await start();
    const found = await find();
    expect(found).toMatchObject({ revision: 2, condition: { text: expect.stringContaining('== 2') } });
    expect(await revisionOf(2)).toMatchObject({ condition: found?.condition, plan: found?.plan });
  });

  test('are never beside the meaning of the texts before', async () => {
    const { change, find, revisionOf, start } = await changedByEarlier();
    await change({ name: 'New' });
    expect(await revisionOf(3)).toMatchObject({ name: 'New', condition: null, plan: null });
    await start();
    expect(await find()).toMatchObject({ condition: { text: expect.stringContaining('== 2') } });
  });
});
