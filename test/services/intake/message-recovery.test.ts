import { afterAll, beforeAll, expect, test } from 'vitest';

import type { MessageRun } from '#contracts/run.ts';
import { newId } from '#domain/ids.ts';
import { createMessageRecovery } from '#intake/message-recovery.ts';
import { createConversations } from '#store/conversation/conversations.ts';
import { keys } from '#store/records/index.ts';
import { createMessages } from '#store/message/messages.ts';
import { createRuns } from '#store/run/runs.ts';
import type { StoredMessage } from '#temporal/conversations.ts';
import type { RunState } from '#temporal/run-states.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const unavailable = new Error('Temporal is unavailable.');

/** A conversation with one stored message, and a recovery whose Temporal says this about it. */
async function setUp(state: RunState, agoMs = 120_000) {
  const { redis } = connection;
  const conversations = createConversations({ redis, workflowUrl: () => null });
  const [messages, runs] = [createMessages({ redis }), createRuns({ redis })];
  const said: StoredMessage[] = [];
  const failsFor = { messageId: '' };
  const message = {
    workspaceId: newId('workspace'),
    agentId: newId('agent'),
    agentName: 'Agent',
    conversationId: newId('conversation'),
    messageId: newId('message'),
  };
  /** Stores a message as if it had been some minutes ago. */
  async function save(one: typeof message, text: string, options: { isNew: boolean }) {
    await conversations.save({ ...one, text }, options);
    await redis.zIncrBy(keys.openMessages(one.workspaceId), -agoMs, one.messageId);
  }
  await save(message, 'Report id.', { isNew: true });
  const recovery = createMessageRecovery({
    conversationStarter: {
      handOver: async (one) => {
        if (one.messageId === failsFor.messageId) throw unavailable;
        said.push(one);
        return 'pending';
      },
    },
    messages,
    runs,
    runStates: { of: () => Promise.resolve(state) },
  });
  const { workspaceId, conversationId, messageId } = message;
  const run: MessageRun = { kind: 'message', workspaceId, conversationId, messageId };
  const record = () => conversations.message(workspaceId, messageId);
  return { redis, save, message, messages, runs, said, failsFor, recovery, run, record };
}

test.each([{ status: 'missing' }, { status: 'open' }, { status: 'closed', how: 'COMPLETED' }] as const)(
  'hands a message over that nobody began to answer when its conversation is %j',
  async (state) => {
    const { recovery, message, said, record } = await setUp(state);
    expect(await recovery.requeue(message.workspaceId)).toEqual({ done: 1, failures: [] });
    expect(said).toEqual([message]);
    expect(await record()).toMatchObject({ outcome: 'running', reply: null });
  },
);

test('leaves a young message to the request that brought it', async () => {
  const { recovery, message, said } = await setUp({ status: 'missing' }, 30_000);
  expect(await recovery.requeue(message.workspaceId)).toEqual({ done: 0, failures: [] });
  expect(said).toEqual([]);
});

test('leaves a message that is being answered', async () => {
  const { recovery, message, messages, run, said, record } = await setUp({ status: 'open' });
  await messages.begin(run, 'temporal-run');
  expect(await recovery.requeue(message.workspaceId)).toEqual({ done: 0, failures: [] });
  expect(said).toEqual([]);
  expect(await record()).toMatchObject({ outcome: 'running' });
});

test('settles a message whose conversation was ended in the middle of the answer, and bills no run', async () => {
  const { redis, recovery, message, messages, run, said, record } = await setUp({
    status: 'closed',
    how: 'TERMINATED',
  });
  await messages.begin(run, 'temporal-run');
  expect(await recovery.requeue(message.workspaceId)).toEqual({ done: 1, failures: [] });
  expect(await recovery.requeue(message.workspaceId)).toEqual({ done: 0, failures: [] });
  expect(said).toEqual([]);
  expect(await record()).toMatchObject({
    outcome: 'failed',
    reply: expect.stringContaining('stopped'),
    cost: { automationRuns: 0 },
  });
  expect(await redis.zCard(keys.openMessages(message.workspaceId))).toBe(0);
});

test('has nothing to do with a message that has its reply', async () => {
  const { recovery, message, runs, run, said } = await setUp({ status: 'missing' });
  await runs.finish(run, { outcome: 'succeeded', reason: null });
  expect(await recovery.requeue(message.workspaceId)).toEqual({ done: 0, failures: [] });
  expect(said).toEqual([]);
});

test('a message that cannot be handed over delays its own conversation, no other, and is named', async () => {
  const { save, failsFor, message, recovery, said } = await setUp({ status: 'missing' });
  const next = { ...message, messageId: newId('message') };
  const elsewhere = { ...message, messageId: newId('message'), conversationId: newId('conversation') };
  await save(next, 'And then?', { isNew: false });
  await save(elsewhere, 'Report id.', { isNew: true });
  failsFor.messageId = message.messageId;
  expect(await recovery.requeue(message.workspaceId)).toEqual({
    done: 1,
    failures: [{ record: `message ${message.messageId}`, error: unavailable }],
  });
  expect(said).toEqual([elsewhere]);
});
