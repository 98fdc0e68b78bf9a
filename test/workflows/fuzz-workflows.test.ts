import { randomUUID } from 'node:crypto';

import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import type { Ending } from '#contracts/run.ts';
import { defaultBudget } from '#domain/budget.ts';
import { runIdOf } from '#domain/run-ref.ts';
import { bundleOf } from '#test/support/bundle-of.ts';
import { createAgentFuzzer, type FuzzRun } from '#test/support/fuzz/agent.ts';
import { startWorld, type World } from '#test/support/fuzz/world.ts';
import { startOwnRedis } from '#test/support/own-redis.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';
import { howToRepeat, testSeed } from '#test/support/seed.ts';
import { testRedis } from '#test/support/service.ts';

/** Beside the hundreds of `fuzz.test.ts`, which play the same loop without Temporal. */
const runs = 80;
const atOnce = 24;

let connection: Awaited<ReturnType<typeof testRedis>>;
let ownRedis: Awaited<ReturnType<typeof startOwnRedis>>;
let world: World;
beforeAll(async () => {
  quietRuntime();
  ownRedis = await startOwnRedis();
  connection = await testRedis(ownRedis.url);
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await connection[Symbol.asyncDispose]();
  await ownRedis[Symbol.asyncDispose]();
});

test('workflows of a model that asks for anything stay within policies and budgets, and no credential is seen', async () => {
  const fuzzer = createAgentFuzzer({ redis: connection.redis, world });
  const address = inject('temporalAddress');
  const [native, client] = await Promise.all([
    NativeConnection.connect({ address }),
    Connection.connect({ address }),
  ]);
  const { workflow } = new Client({ connection: client });
  const taskQueue = randomUUID();
  const budget = { ...defaultBudget, requests: 10, amountMicros: 200_000 };
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: await bundleOf(),
    activities: fuzzer.activitiesFor(budget),
  });

  async function play(one: FuzzRun): Promise<readonly string[]> {
    const { run } = one;
    const options = { taskQueue, workflowId: `fuzz/${runIdOf(run)}` };
    if (run.kind === 'delivery') {
      await workflow.execute('automationRun', { ...options, args: [run] });
    } else {
      const { workspaceId, conversationId, messageId } = run;
      const ref = { workspaceId, conversationId, idleMs: 60_000 };
      const handle = await workflow.start('conversation', { ...options, args: [ref] });
      await handle.executeUpdate<Ending, [string]>('say', { args: [messageId] });
      await handle.terminate();
    }
    return await fuzzer.inspect({ ...one, budget });
  }

  const faults: string[] = [];
  let next = 0;
  const keepPlaying = async () => {
    while (next < runs) {
      const seed = testSeed + next++;
      faults.push(...(await play(await fuzzer.prepare(seed))).map((fault) => `seed ${seed}: ${fault}`));
    }
  };
  try {
    await worker.runUntil(Promise.all(Array.from({ length: atOnce }, keepPlaying)));
  } finally {
    await native.close();
    await client.close();
  }
  expect(faults, howToRepeat).toEqual([]);
  expect(world.violations, howToRepeat).toEqual([]);
}, 600_000);
