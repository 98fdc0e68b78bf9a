import { afterAll, beforeAll, expect, test } from 'vitest';

import type { MessageRun } from '#contracts/run.ts';
import { newId } from '#domain/ids.ts';
import { createConversations } from '#store/conversation/conversations.ts';
import { keys } from '#store/records/index.ts';
import { createMessages } from '#store/message/messages.ts';
import { createRetention } from '#store/sweep/retention.ts';
import { createRuns } from '#store/run/runs.ts';
import { testRedis } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const dayMs = 86_400_000;
const query = { limit: 50, cursor: undefined };

function setUp() {
  const { redis } = connection;
  const clock = { nowMs: Date.now() };
  const now = () => clock.nowMs;
  const conversations = createConversations({ redis, workflowUrl: () => null });
  const [messages, runs] = [createMessages({ redis, now }), createRuns({ redis, now })];
  const retention = createRetention({ redis, blobs: noBlobs, retentionDays: 400, now });
  const place = {
    workspaceId: newId('workspace'),
    agentId: newId('agent'),
    agentName: 'Agent',
    conversationId: newId('conversation'),
  };
  const runOf = (messageId: string): MessageRun => ({
    kind: 'message',
    workspaceId: place.workspaceId,
    conversationId: place.conversationId,
    messageId,
  });
  const save = async (messageId: string, text = 'Report id.', options = { isNew: true }) =>
    await conversations.save({ ...place, messageId, text }, options);
  const idsIn = async () =>
    (await conversations.messages(place.workspaceId, place.conversationId, query)).items.map(
      ({ messageId }) => messageId,
    );
  return { redis, clock, conversations, messages, runs, retention, place, runOf, save, idsIn };
}

test('messages of one moment keep the order in which they were stored', async () => {
  const { save, idsIn } = setUp();
  const ids = ['msg_c', 'msg_a', 'msg_b'].map((id) => `${id}${newId('message')}`);
  for (const id of ids) expect(await save(id)).toBe('stored');
  expect(await idsIn()).toEqual(ids.toReversed());
  expect(await save(ids[1]!, 'Another text.')).toBe('exists');
});

test('a message to a conversation that is not there, or another agent has, leaves nothing', async () => {
  const { redis, conversations, place, save } = setUp();
  expect(await save('msg_1', 'Report id.', { isNew: false })).toBe('missing');
  expect(await redis.keys(`{${place.workspaceId}}:*`)).toEqual([]);
  await save('msg_1');
  const other = { ...place, agentId: newId('agent'), messageId: 'msg_2', text: 'Report id.' };
  expect(await conversations.save(other, { isNew: true })).toBe('missing');
  expect(await conversations.find(place.workspaceId, other.agentId, place.conversationId)).toBeNull();
});

test('the earlier messages are those that began before, however they arrived', async () => {
  const { messages, runs, runOf, save } = setUp();
  for (const id of ['msg_1', 'msg_2', 'msg_3']) await save(id, `Text of ${id}.`);
  for (const id of ['msg_2', 'msg_1', 'msg_1']) expect(await messages.begin(runOf(id), 'run')).toBe(true);
  await runs.finish(runOf('msg_2'), { outcome: 'failed', reason: 'Because.' });
  expect(await messages.earlier(runOf('msg_1'))).toEqual([
    {
      run: runOf('msg_2'),
      text: 'Text of msg_2.',
      outcome: 'failed',
      answer: null,
      reason: 'Because.',
      clock: null,
    },
  ]);
  expect(await messages.earlier(runOf('msg_2'))).toEqual([]);
  expect(await messages.earlier(runOf('msg_3'))).toEqual([]);
});

test('a refused message is taken back without a trace, one that is being answered is not', async () => {
  const { redis, conversations, messages, place, runOf, save, idsIn } = setUp();
  await save('msg_1');
  await messages.begin(runOf('msg_1'), 'run');
  await save('msg_2');
  for (const messageId of ['msg_1', 'msg_2']) await conversations.withdraw({ ...place, messageId });
  expect(await idsIn()).toEqual(['msg_1']);
  expect(await redis.keys(`{${place.workspaceId}}:delivery:msg_2*`)).toEqual([]);
  expect(await messages.begin(runOf('msg_2'), 'run')).toBe(false);
});

test('messages go when their time is over, and the conversation with the last of them', async () => {
  const { redis, clock, conversations, messages, runs, retention, place, runOf, save, idsIn } = setUp();
  const { workspaceId, agentId } = place;
  const answer = async (id: string) => {
    await save(id);
    await messages.begin(runOf(id), 'run');
    await runs.finish(runOf(id), { outcome: 'succeeded', reason: null });
  };
  await answer('msg_1');
  await redis.zIncrBy(keys.activity(workspaceId, place.conversationId), -300 * dayMs, 'msg_1');
  await answer('msg_2');
  clock.nowMs += 101 * dayMs;
  expect(await retention.removeExpired(workspaceId)).toEqual({ done: 1, failures: [] });
  expect(await idsIn()).toEqual(['msg_2']);
  expect((await conversations.list(workspaceId, agentId, query)).items).toHaveLength(1);
  clock.nowMs += 300 * dayMs;
  expect(await retention.removeExpired(workspaceId)).toEqual({ done: 2, failures: [] });
  expect((await conversations.list(workspaceId, agentId, query)).items).toEqual([]);
  // Counts stay, and the sweep's notes on the workspace.
  const stays = /:usage:|:storage$|:sweep$/;
  const left = (await redis.keys(`{${workspaceId}}:*`)).filter((key) => !stays.test(key));
  expect(left).toEqual([]);
});
