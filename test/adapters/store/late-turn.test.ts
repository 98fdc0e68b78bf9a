import { afterAll, beforeAll, expect, test } from 'vitest';

import { stepsOf } from '#store/run/view.ts';
import { runKeys } from '#store/run/run-keys.ts';
import { beginRun, plannedTurn } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

/** The turn of an attempt: its answer, warning and summary name it. */
function turnOf(attempt: string) {
  const { output, step, ...rest } = plannedTurn('POST');
  const said = { ...output, answer: `Answer of ${attempt}`, warnings: [`Warning of ${attempt}`] };
  return { ...rest, attempt, output: said, step: { ...step, summary: `Summary of ${attempt}` } };
}

async function stateOf({ run, runs }: Awaited<ReturnType<typeof beginRun>>) {
  const { redis } = connection;
  const keys = runKeys(run);
  const [turns, steps, record, spent] = await Promise.all([
    runs.turns(run),
    redis.hGetAll(keys.steps),
    redis.hmGet(keys.record, ['answer', 'warnings']),
    runs.spent(run),
  ]);
  const summaries = stepsOf(steps).steps.map((step) => step.kind === 'model' && step.summary);
  return { turns: turns.map(({ answer }) => answer), summaries, record, calls: spent.length };
}

const first = {
  turns: ['Answer of 1:2'],
  summaries: ['Summary of 1:2'],
  record: ['Answer of 1:2', '["Warning of 1:2"]'],
};

test('an attempt that comes back late changes nothing of the turn that is kept, and what it cost is kept too', async () => {
  const begun = await beginRun(connection.redis);
  const { run, runs } = begun;
  await runs.saveTurn(run, 1, turnOf('1:2'));
  expect(await stateOf(begun)).toEqual({ ...first, calls: 1 });
  await runs.saveTurn(run, 1, turnOf('1:1'));
  expect(await stateOf(begun)).toEqual({ ...first, calls: 2 });
});

test('neither does one that had read the run before the turn was kept', async () => {
  const begun = await beginRun(connection.redis);
  const { run, runs } = begun;
  const late = runs.unitOf(run);
  expect(await late.turns(run)).toEqual([]);
  await runs.saveTurn(run, 1, turnOf('1:2'));
  await late.saveTurn(run, 1, turnOf('1:1'));
  await late.persist(run);
  expect(await stateOf(begun)).toEqual({ ...first, calls: 2 });
});

test('an attempt that saves its answer again, because it did not learn that it was kept, has cost one call', async () => {
  const begun = await beginRun(connection.redis);
  const { run, runs } = begun;
  const turn = turnOf('1:2');
  await runs.saveTurn(run, 1, turn);
  await runs.saveTurn(run, 1, turn);
  const again = runs.unitOf(run);
  await again.saveTurn(run, 1, turn);
  expect(await again.spent(run)).toHaveLength(1);
  await again.persist(run);
  expect(await stateOf(begun)).toEqual({ ...first, calls: 1 });
});
