import { randomUUID } from 'node:crypto';

import { Client, Connection, WorkflowFailedError } from '@temporalio/client';
import { NativeConnection, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, test as sequential } from 'vitest';

import type { Activities } from '#activities/index.ts';
import type { TurnReport } from '#contracts/turn-report.ts';
import type { Ending, RunRef } from '#contracts/run.ts';
import { chatWorkflowId } from '#domain/chat-id.ts';
import { runIdOf } from '#domain/run-ref.ts';
import { createConversationStarter } from '#temporal/conversations.ts';
import { searchAttributes } from '#temporal/search-attributes.ts';
import { bundleOf } from '#test/support/bundle-of.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';

/** Each has a worker of its own, and waits for timers. A poll takes `expect` from its test. */
const test = sequential.concurrent;

let connection: Connection;
let native: NativeConnection;
let bundle: WorkflowBundleOption;
beforeAll(async () => {
  quietRuntime();
  const address = inject('temporalAddress');
  connection = await Connection.connect({ address });
  native = await NativeConnection.connect({ address });
  bundle = await bundleOf();
});
afterAll(async () => {
  await native.close();
  await connection.close();
});

const done: TurnReport = {
  calls: [],
  ending: { outcome: 'succeeded', reason: null },
  tokens: 10,
  amountMicros: 0,
  summary: 'done',
};
/** Far above what an answer takes: on a busy machine it is late, not missing. */
const waitMs = 120_000;

/** A conversation with these activities on a queue of its own; `log` tells what was done for which message. */
async function setUp(
  activities: Partial<Activities>,
  {
    agentName = 'Agent',
    ...options
  }: Readonly<{ agentName?: string; idleMs?: number; historyEventsMax?: number }> = {},
) {
  const log: string[] = [];
  const steps: Partial<Activities> = {
    beginMessage: () => Promise.resolve({ status: 'begun', isFilterOpen: false, isOffline: false }),
    takeTurn: () => Promise.resolve(done),
    finishRun: (_, ending) => Promise.resolve(ending),
    ...activities,
  };
  const recorded = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      async (run: RunRef, ...rest: never[]) => {
        log.push(`${name} ${runIdOf(run)}`);
        return await (step as (run: RunRef, ...rest: never[]) => Promise<unknown>)(run, ...rest);
      },
    ]),
  );
  const taskQueue = randomUUID();
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: bundle,
    activities: recorded,
  });
  const client = new Client({ connection });
  const starter = createConversationStarter({
    client,
    taskQueue,
    publicUrl: 'http://localhost',
    ...options,
  });
  const conversationId = `cnv_${taskQueue}`;
  const say = async (messageId: string, patienceMs = waitMs) =>
    await starter.say(
      { workspaceId: 'ws_1', agentId: 'agt_1', agentName, conversationId, messageId },
      patienceMs,
    );
  const handle = client.workflow.getHandle(chatWorkflowId('agt_1', conversationId));
  return { log, worker, say, handle };
}

/** Turns that wait until they are let go, and tell when they have begun. */
function heldTurns() {
  const begun = new Map<string, PromiseWithResolvers<void>>();
  const held = Promise.withResolvers<TurnReport>();
  const begunOf = (id: string) => begun.get(id) ?? begun.set(id, Promise.withResolvers<void>()).get(id)!;
  return {
    takeTurn: async (run: RunRef) => {
      begunOf(runIdOf(run)).resolve();
      return await held.promise;
    },
    hasBegun: (id: string) => begunOf(id).promise,
    release: () => held.resolve(done),
  };
}

/** Temporal starts a step again that is held for longer than a busy server waits. */
const distinct = (log: readonly string[]): readonly string[] => [...new Set(log)];

test('answers messages that come together one after the other, in the order of their arrival', async ({
  expect,
}) => {
  const turns = heldTurns();
  const { log, worker, say, handle } = await setUp({ takeTurn: turns.takeTurn });
  await worker.runUntil(async () => {
    const first = say('m1');
    await turns.hasBegun('m1');
    const others: Promise<unknown>[] = [];
    for (const id of ['m2', 'm3', 'm4']) {
      others.push(say(id));
      // Accepted, in this order: the history says so.
      await expect
        .poll(async () => JSON.stringify((await handle.fetchHistory()).events).includes(`"${id}"`))
        .toBe(true);
    }
    expect(distinct(log)).toEqual(['beginMessage m1', 'takeTurn m1']);
    turns.release();
    expect(await Promise.all([first, ...others])).toEqual(['ended', 'ended', 'ended', 'ended']);
  });
  const expected = ['m1', 'm2', 'm3', 'm4'].flatMap((id) => [`beginMessage ${id}`, `takeTurn ${id}`]);
  expect(distinct(log)).toEqual(expected);
});

test('is named after its agent in the Web UI, without half a character at the end', async () => {
  const { worker, say, handle } = await setUp({}, { agentName: `x${'😀'.repeat(60)}` });
  await worker.runUntil(say('m1'));
  const { staticSummary } = await handle.describe();
  expect(await staticSummary()).toBe(`Chat with x${'😀'.repeat(47)}`);
});

test('refuses what comes when one message is being answered and eight wait, and takes the next one after', async ({
  expect,
}) => {
  const turns = heldTurns();
  const { log, worker, say, handle } = await setUp({ takeTurn: turns.takeTurn });
  await worker.runUntil(async () => {
    const first = say('m0');
    await turns.hasBegun('m0');
    const said = Array.from({ length: 12 }, (_, index) => say(`m${index + 1}`));
    const settled: string[] = [];
    for (const one of said) void one.then((how) => settled.push(how));
    await expect.poll(() => settled.length).toBe(4);
    expect(settled).toEqual(['full', 'full', 'full', 'full']);
    turns.release();
    expect((await Promise.all([first, ...said])).filter((how) => how === 'ended')).toHaveLength(9);
    expect(await say('later')).toBe('ended');
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(searchAttributes.outcome)).toBe('succeeded');
    expect(typedSearchAttributes.get(searchAttributes.workspaceId)).toBe('ws_1');
  });
  expect(distinct(log).filter((line) => line.startsWith('takeTurn'))).toHaveLength(10);
});

test('answers a message once that is said twice', async () => {
  const { log, worker, say } = await setUp({});
  await worker.runUntil(async () => {
    expect(await Promise.all([say('m1'), say('m1')])).toEqual(['ended', 'ended']);
    expect(await say('m1')).toBe('ended');
  });
  expect(log.filter((line) => line === 'takeTurn m1')).toHaveLength(1);
});

test('ends when nothing is said for a while, and starts again with the next message', async () => {
  const { log, worker, say, handle } = await setUp({}, { idleMs: 200 });
  await worker.runUntil(async () => {
    await say('m1');
    await handle.result();
    const { runId } = await handle.describe();
    await say('m2');
    expect((await handle.describe()).runId).not.toBe(runId);
  });
  expect(log.filter((line) => line.startsWith('takeTurn'))).toEqual(['takeTurn m1', 'takeTurn m2']);
});

test('loses no message that comes in the moment of its end', async () => {
  const { log, worker, say } = await setUp({}, { idleMs: 20 });
  const ids = Array.from({ length: 25 }, (_, index) => `m${index}`);
  await worker.runUntil(async () => {
    for (const id of ids) expect(await say(id)).toBe('ended');
  });
  expect(log.filter((line) => line.startsWith('takeTurn'))).toEqual(ids.map((id) => `takeTurn ${id}`));
});

test('records every message of a conversation that is cancelled before it is over', async () => {
  const turns = heldTurns();
  const ended: string[] = [];
  const { worker, say, handle } = await setUp({
    takeTurn: turns.takeTurn,
    finishRun: (run: RunRef, ending: Ending) => {
      ended.push(`${runIdOf(run)} ${ending.outcome} ${ending.reason}`);
      return Promise.resolve(ending);
    },
  });
  await worker.runUntil(async () => {
    const said = [say('m1')];
    await turns.hasBegun('m1');
    said.push(say('m2'));
    await expect
      .poll(async () => JSON.stringify((await handle.fetchHistory()).events).includes('"m2"'))
      .toBe(true);
    await handle.cancel();
    await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
    await Promise.all(said);
    turns.release();
  });
  expect(ended).toEqual(['m1', 'm2'].map((id) => `${id} failed The run was cancelled by an operator.`));
});

test('waits no longer than asked for a worker that is away, and is answered when it is said again', async () => {
  const { worker, say } = await setUp({});
  expect(await say('m1', 300)).toBe('pending');
  await worker.runUntil(async () => expect(await say('m1')).toBe('ended'));
});

test('goes on as a new execution when its history is long, and loses no message over it', async () => {
  const { log, worker, say, handle } = await setUp({}, { historyEventsMax: 30 });
  const ids = Array.from({ length: 15 }, (_, index) => `m${index}`);
  const runIds = new Set<string>();
  await worker.runUntil(async () => {
    for (const id of ids) {
      expect(await say(id)).toBe('ended');
      runIds.add((await handle.describe()).runId);
    }
  });
  expect(runIds.size).toBeGreaterThan(2);
  expect(log.filter((line) => line.startsWith('takeTurn'))).toEqual(ids.map((id) => `takeTurn ${id}`));
});

test('lets no message wait behind another in a history that is long, so that it can end', async () => {
  const turns = heldTurns();
  const { worker, say, handle } = await setUp({ takeTurn: turns.takeTurn }, { historyEventsMax: 1 });
  await worker.runUntil(async () => {
    const first = say('m1');
    await turns.hasBegun('m1');
    expect(await say('m2')).toBe('full');
    const { runId } = await handle.describe();
    turns.release();
    expect(await first).toBe('ended');
    expect(await say('m2')).toBe('ended');
    expect((await handle.describe()).runId).not.toBe(runId);
  });
});
