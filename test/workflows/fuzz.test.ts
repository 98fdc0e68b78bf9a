import { randomUUID } from 'node:crypto';

import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import type { Ending } from '../../contracts/run.ts';
import { defaultBudget } from '../../domain/budget.ts';
import { runIdOf } from '../../domain/run-ref.ts';
import { workflowBundle } from '../../worker/bundle.ts';
import { createAgentFuzzer, type FuzzRun } from '../support/fuzz/agent.ts';
import { playMany } from '../support/fuzz/many.ts';
import { startWorld, type World } from '../support/fuzz/world.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { howToRepeat, testSeed } from '../support/seed.ts';
import { testRedis } from '../support/service.ts';

/** As many as fit; `node bench/fuzz-agent.ts` plays ten thousand. */
const runsInProcess = 800;
const runsInTemporal = 200;
const atOnce = 12;

let connection: Awaited<ReturnType<typeof testRedis>>;
let world: World;
beforeAll(async () => {
  quietRuntime();
  connection = await testRedis();
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await connection[Symbol.asyncDispose]();
});

test('a model that asks for anything stays within policies and budgets, and no credential is seen', async () => {
  const fuzzer = createAgentFuzzer({ redis: connection.redis, world });
  const { faults, requests, outcomes } = await playMany(fuzzer, {
    firstSeed: testSeed,
    count: runsInProcess,
  });
  expect(faults, howToRepeat).toEqual([]);
  expect(world.violations, howToRepeat).toEqual([]);
  // It did try: requests went out, with and without a credential, and runs ended in several ways.
  const { allowedRequests, withCredential } = world.seen();
  expect(requests).toBeGreaterThan(runsInProcess / 4);
  expect(withCredential).toBeGreaterThan(runsInProcess / 20);
  expect(allowedRequests).toBeGreaterThan(withCredential);
  expect(Object.keys(outcomes).toSorted()).toEqual(['failed', 'succeeded', 'unknown_effect']);
}, 180_000);

test('the same holds for workflows', async () => {
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
    workflowBundle: await workflowBundle(),
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
    while (next < runsInTemporal) {
      const seed = testSeed + runsInProcess + next++;
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
}, 180_000);

test('the world notices what should not happen', async () => {
  await using other = await startWorld();
  const secret = other.policies[0]!.headerValue!;
  const send = (host: string, headers: Record<string, string>) =>
    fetch(`http://${host}:${other.port}/echo`, { headers });
  await send('127.0.0.2', {});
  await send('127.0.0.1', {});
  expect(other.violations).toEqual([
    expect.stringContaining('reached the attacker'),
    expect.stringContaining('came without a policy'),
  ]);
  const forms = [secret, Buffer.from(`key=${secret}`).toString('base64'), encodeURIComponent(secret)];
  for (const form of forms) expect(other.holdsSecret(`x ${form} y`)).toBe(true);
  expect(other.holdsSecret('X-API-Key: [redacted]')).toBe(false);
});
