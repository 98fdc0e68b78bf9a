import { expect, test } from 'vitest';

import type { Redis } from '#store/connection/connect.ts';
import { commandsDuring } from '#test/support/commands-during.ts';
import { redisOfFile } from '#test/support/redis-of-file.ts';
import { acceptRun, arrivalWith, plannedTurn } from '#test/support/run.ts';

const ownRedis = redisOfFile('reveille-commands-');

/** Those of scripts included: more of them are more of the one thread that a workspace has. */
const sumOf = (commands: Readonly<Record<string, number>>) =>
  Object.values(commands).reduce((sum, one) => sum + one, 0);

async function commandsOfRun(redis: Redis) {
  const { run, runs, admissions } = await acceptRun(redis);
  const admitted = await commandsDuring(redis, () =>
    admissions.admit(run, arrivalWith({ workflowId: `run/${run.automationId}/id/y` }), { attempt: 'new' }),
  );
  const confirmed = await commandsDuring(redis, () => admissions.confirm(run, run.deliveryId));
  const unit = runs.unitOf(run);
  const begun = await commandsDuring(redis, async () => {
    await unit.begin(run, 'temporal-run', 'n'.repeat(32));
    await unit.saveTurn(run, 1, plannedTurn('POST'));
    await unit.persist(run);
  });
  const last = runs.unitOf(run);
  const ended = await commandsDuring(redis, async () => {
    const call = await last.openCall(run, 'c1');
    await call.markSending({});
    await call.settle({ state: 'done', result: { kind: 'failed', message: 'It was refused.' } });
    await last.finish(run, { outcome: 'succeeded', reason: null });
  });
  return {
    admitted: sumOf(admitted),
    confirmed: sumOf(confirmed),
    begun: sumOf(begun),
    ended: sumOf(ended),
  };
}

test('an admission, its confirmation and a run with one request take so many commands', async () => {
  const redis = ownRedis();
  // The first sends each script. The body is short: each step that reads it looks for a packed one first.
  await commandsOfRun(redis);
  expect(await commandsOfRun(redis)).toEqual({ admitted: 15, confirmed: 12, begun: 9, ended: 38 });
});
