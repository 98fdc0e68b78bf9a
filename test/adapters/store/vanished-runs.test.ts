import { afterAll, beforeAll, expect, test } from 'vitest';

import { noUsage } from '#domain/no-usage.ts';
import { RecordMissing } from '#domain/record-missing.ts';
import { keys } from '#store/records/index.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const usage = { ...noUsage, inputTokens: 7, outputTokens: 3 };
const cost = { state: 'known', amountMicros: 40, currency: 'USD', priceTable: 't' } as const;
const filter = { text: 'x', matched: true, evidence: 'x' };
const step = {
  kind: 'model',
  startedAt: new Date(0).toISOString(),
  durationMs: 1,
  model: 'openai/m',
  inputTokens: 7,
  outputTokens: 3,
  summary: 'Answered',
} as const;
const output = {
  messages: [],
  calls: [],
  isDone: true,
  answer: 'Done.',
  needsModel: null,
  failure: null,
  usage,
  cost,
  model: 'openai/m',
  finishReason: 'stop',
  summary: 'Answered',
};

type Begun = Awaited<ReturnType<typeof beginRun>>;

const writes: Readonly<Record<string, (begun: Begun) => Promise<unknown>>> = {
  begin: ({ runs, run }) => runs.begin(run, 'temporal-run', 'n'.repeat(32)),
  beginAttempt: ({ runs, run }) => runs.beginAttempt(run, '1:1', 'openai/m'),
  keepBadAnswer: ({ runs, run }) =>
    runs.keepBadAnswer(run, { place: '1', attempt: '1:1', model: 'openai/m' }),
  saveOpenFilter: ({ runs, run }) => runs.saveOpenFilter(run, filter),
  saveFilter: ({ runs, run }) => runs.saveFilter(run, filter, { usage, cost }),
  saveTurn: ({ runs, run }) =>
    runs.saveTurn(run, 1, { output, step, told: { access: [], timeZone: 'UTC' }, attempt: '1:1' }),
  saveCall: ({ runs, run }) => runs.saveCall(run, 'call-1', { state: 'not-sent' }),
  saveStep: ({ runs, run }) => runs.saveStep(run, [1, 1], step),
};

test.each(Object.keys(writes))('%s does not begin the record of a run again that is gone', async (name) => {
  const { redis } = connection;
  const begun = await beginRun(redis);
  const { workspaceId, deliveryId } = begun.run;
  await redis.del([keys.run(workspaceId, deliveryId), keys.body(workspaceId, deliveryId)]);
  await expect(writes[name]!(begun)).rejects.toBeInstanceOf(RecordMissing);
  expect(await redis.keys(`{${workspaceId}}:delivery:*`)).toEqual([]);
});
