import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ChatMessage, ChatReply } from '#capabilities/records.ts';
import type { Conversation } from '#contracts/chat.ts';
import { newId } from '#domain/ids.ts';
import { createMessageRecovery } from '#intake/message-recovery.ts';
import { createConversations } from '#store/conversation/conversations.ts';
import { createLoopLinks } from '#store/loop-links.ts';
import { keys } from '#store/records/index.ts';
import { createMessages } from '#store/message/messages.ts';
import { createRuns } from '#store/run/runs.ts';
import { createVault } from '#store/secret/vault.ts';
import { createConversationStarter } from '#temporal/conversations.ts';
import { createRunStates } from '#temporal/run-states.ts';
import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** An owner who talks with the first agent of a new workspace. */
async function newTalk(at = api) {
  const { manage, workspace } = await at.newOwner();
  const { items } = (await (await manage('GET', '/agents')).json()) as Page<{ id: string }>;
  const agentId = items[0]!.id;
  const base = `/agents/${agentId}`;
  async function post(body: object, headers: Readonly<Record<string, string>> = {}) {
    return await fetch(`${at.url}/manage${base}/chat`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${workspace.token}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    });
  }
  async function say(message: string, conversationId?: string, key?: string) {
    const response = await post(
      { message, ...(conversationId && { conversationId }) },
      key === undefined ? {} : { 'idempotency-key': key },
    );
    const json = await response.json();
    expect(response.status, JSON.stringify(json)).toBe(200);
    return json as ChatReply;
  }
  const list = async (query = '') =>
    (await (await manage('GET', `${base}/conversations${query}`)).json()) as Page<Conversation>;
  const read = async (conversationId: string, query = '') =>
    (await (await manage('GET', `${base}/conversations/${conversationId}${query}`)).json()) as Conversation &
      Page<ChatMessage>;
  const allow = (body: object) => manage('POST', `${base}/network-access`, body);
  return { manage, workspace, agentId, base, post, say, list, read, allow };
}

const json = { 'content-type': 'application/json' };

describe('POST /manage/agents/{agentId}/chat', () => {
  it('does what the message says, with the header of the policy, and tells steps and cost', async () => {
    await using target = await httpTarget((_, response) =>
      response.writeHead(200, json).end('{"id":"srv-1"}'),
    );
    const { allow, say, manage } = await newTalk();
    await allow({ domain: '127.0.0.1', headerName: 'X-Key', headerValue: 'secret-value-1' });
    const reply = await say(`GET ${target.url}/x. Then reply "Fetched".`);
    expect(reply).toMatchObject({
      conversationId: expect.stringMatching(/^cnv_/),
      messageId: expect.stringMatching(/^msg_/),
      reply: expect.stringMatching(/GET 127\.0\.0\.1:\d+\/x: 200 OK.*\nFetched$/),
      outcome: 'succeeded',
      cost: { automationRuns: 0, inputTokens: 0, money: { state: 'none', amountMicros: null } },
    });
    expect(reply.steps.map(({ kind }) => kind)).toEqual(['model', 'request', 'model']);
    expect(reply.steps[1]).toMatchObject({ host: '127.0.0.1', status: 200, attachedHeaders: ['X-Key'] });
    expect(target.received).toMatchObject([{ headers: { 'x-key': 'secret-value-1' } }]);
    expect(JSON.stringify(reply)).not.toContain('secret-value-1');
    const { usage } = (await (await manage('GET', '/workspace')).json()) as { usage: object };
    expect(usage).toMatchObject({ automationRuns: 0 });
  });

  it('sends requests with a link of its conversation, by which what they cause is known', async () => {
    await using target = await httpTarget((_, response) => response.writeHead(200, json).end('{"id":"1"}'));
    const { allow, say, workspace } = await newTalk();
    await allow({ domain: '127.0.0.1' });
    const { conversationId } = await say(`GET ${target.url}/x`);
    const links = createLoopLinks({ vault: createVault(api.config.MASTER_KEYS) });
    expect(links.read(target.received[0]?.headers['x-reveille-loop'] as string)).toEqual({
      workspaceId: workspace.id,
      cause: conversationId,
      round: 0,
    });
  });

  it('says the refusal of a host that is not allowed', async () => {
    const { say, manage, base } = await newTalk();
    const { steps, reply, outcome } = await say('GET https://api.example.com/x');
    const refusal = "Outbound request to 'api.example.com' is not allowed";
    expect(steps[1]).toMatchObject({ kind: 'request', outcome: 'refused', error: refusal });
    expect(reply).toContain(refusal);
    expect(outcome).toBe('failed');
    const log = (await (await manage('GET', `${base}/network-access/log`)).json()) as Page<object>;
    expect(log.items).toMatchObject([{ allowed: false, host: 'api.example.com', deliveryId: null, step: 1 }]);
  });

  it('says what the offline rules did not understand and sends nothing', async () => {
    const { say } = await newTalk();
    const reply = await say('Be kind to the customer.');
    expect(reply).toMatchObject({ outcome: 'needs_model', reply: expect.stringContaining('Be kind') });
    expect(reply.steps).toHaveLength(1);
  });

  it.each([
    [{}, 'message'],
    [{ message: '' }, 'message'],
    [{ message: ' \n' }, 'message'],
    [{ message: 'x'.repeat(20_001) }, 'message'],
    [{ message: 7 }, 'message'],
    [{ message: 'Report id.', conversationId: 7 }, 'conversationId'],
  ])('refuses %j', async (body, field) => {
    const { post } = await newTalk();
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(field),
    });
  });

  it('takes a message of 20,000 characters', async () => {
    const { post } = await newTalk();
    expect((await post({ message: 'x'.repeat(20_000) })).status).toBe(200);
  });

  it('finds no conversation that is not there, of another agent or of another workspace', async () => {
    const { say, post, manage, workspace } = await newTalk();
    const { conversationId } = await say('Report id.');
    const spare = (await (await manage('POST', '/agents', { name: 'Spare' })).json()) as { id: string };
    const stranger = await newTalk();
    const message = { message: 'Report id.', conversationId };
    const answers = [
      await post({ ...message, conversationId: 'cnv_missing' }),
      await manage('POST', `/agents/${spare.id}/chat`, message),
      await stranger.post(message),
      await manage('GET', `/agents/${spare.id}/conversations/${conversationId}`),
      await stranger.manage('GET', `${stranger.base}/conversations/${conversationId}`),
      await manage('POST', '/agents/agt_missing/chat', message),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await api.redis.zCard(keys.activity(workspace.id, conversationId))).toBe(1);
  });

  it('asks for the token', async () => {
    const { post } = await newTalk();
    expect((await post({ message: 'Report id.' }, { authorization: 'Bearer nobody' })).status).toBe(401);
  });
});

describe('the same request with the same Idempotency-Key', () => {
  it('is the same message, done once, at the same time or later', async () => {
    await using target = await httpTarget((_, response) => response.writeHead(201, json).end('{"id":1}'));
    const { allow, say, list, read } = await newTalk();
    await allow({ domain: '127.0.0.1' });
    const [key, message] = [randomUUID(), `POST ${target.url}/x with JSON {"a":1}`];
    const [first, second] = await Promise.all([say(message, undefined, key), say(message, undefined, key)]);
    expect(second).toEqual(first);
    expect(await say(message, undefined, key)).toEqual(first);
    expect(await say(message, first.conversationId, key)).toEqual(first);
    expect(target.received).toHaveLength(1);
    expect((await list()).items).toHaveLength(1);
    expect((await read(first.conversationId)).items).toHaveLength(1);
  });

  it('is refused with another message', async () => {
    const { say, post } = await newTalk();
    const key = randomUUID();
    await say('Report id.', undefined, key);
    const response = await post({ message: 'Report name.' }, { 'idempotency-key': key });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('Idempotency-Key'),
    });
  });

  it('in another conversation is another message', async () => {
    const { say } = await newTalk();
    const [one, other] = [await say('Report id.'), await say('Report id.')];
    const key = randomUUID();
    const replies = [
      await say('Report id.', one.conversationId, key),
      await say('Report id.', other.conversationId, key),
    ];
    expect(new Set(replies.map(({ messageId }) => messageId)).size).toBe(2);
  });
});

describe('conversations', () => {
  it('are listed with the newest message first, and read newest message first, in pages', async () => {
    const { say, list, read, agentId } = await newTalk();
    const one = await say('Report id.\nThen nothing.');
    const other = await say('Report name.');
    const later = await say('Report total.', one.conversationId);
    const { items } = await list();
    expect(items.map(({ conversationId }) => conversationId)).toEqual([
      one.conversationId,
      other.conversationId,
    ]);
    expect(items[0]).toMatchObject({ agentId, title: 'Report id.' });
    const first = await list('?limit=1');
    expect((await list(`?limit=1&cursor=${first.nextCursor}`)).items).toEqual([items[1]]);
    const conversation = await read(one.conversationId);
    expect(conversation).toMatchObject({ ...items[0], nextCursor: null });
    expect(conversation.items).toMatchObject([
      { messageId: later.messageId, message: 'Report total.', reply: later.reply, outcome: later.outcome },
      { messageId: one.messageId, message: 'Report id.\nThen nothing.', steps: one.steps, cost: one.cost },
    ]);
    expect((await read(one.conversationId, '?limit=1')).items).toHaveLength(1);
  });

  it('keep their messages apart from deliveries', async () => {
    const { say, manage } = await newTalk();
    const { messageId } = await say('Report id.');
    for (const path of [`/deliveries/${messageId}`, `/deliveries/${messageId}/body`])
      expect((await manage('GET', path)).status).toBe(404);
    expect((await manage('POST', `/deliveries/${messageId}/replay`)).status).toBe(404);
  });
});

describe('a chat with a model', () => {
  const secret = 'sk_live_0123456789';
  const usage = { prompt_tokens: 50, completion_tokens: 5 };
  const requestTo = (url: string) => ({
    name: 'http_request',
    arguments: JSON.stringify({ method: 'GET', url, headers: null, body: null }),
  });
  const finish = (answer: string) => ({
    name: 'finish',
    arguments: JSON.stringify({ answer, failure: null }),
  });

  it('tells the model what was said and done before, the same bytes first, and never a secret', async () => {
    await using target = await httpTarget(({ headers }, response) =>
      response.writeHead(200, json).end(JSON.stringify({ id: 'srv-1', youSent: headers['x-key'] })),
    );
    await using server = await startModelServer([
      { toolCalls: [requestTo(`${target.url}/orders/1`)], usage },
      { toolCalls: [finish('The order has id srv-1.')], usage },
      { toolCalls: [finish('It was srv-1, as I said.')], usage },
    ]);
    const env = { MODEL: 'openai-compatible/fixture', MODEL_BASE_URL: server.baseUrl, MODEL_API_KEY: 'k' };
    await using modelApi = await startApi(env);
    await using _ = await startRunsWorker(modelApi);
    const { allow, say, manage, read } = await newTalk(modelApi);
    await allow({ domain: '127.0.0.1', headerName: 'X-Key', headerValue: secret });
    const first = await say('Which id has order 1?');
    expect(first).toMatchObject({
      reply: 'The order has id srv-1.',
      outcome: 'succeeded',
      cost: { automationRuns: 0, inputTokens: 100, outputTokens: 10 },
    });
    const second = await say('What was it again?', first.conversationId);
    expect(second).toMatchObject({ reply: 'It was srv-1, as I said.', cost: { inputTokens: 50 } });
    const [, answering, again] = server.calls.map(({ body }) => body.messages);
    expect(again!.slice(0, answering!.length)).toEqual(answering);
    expect(again!.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'user',
    ]);
    expect(again![1]!.content).toMatch(/^\(\w+day \S+ \S+, UTC \(GMT\+00:00\)\)\n\nWhich id has order 1\?$/);
    expect(JSON.stringify(again)).toContain('srv-1');
    expect(again!.at(-1)!.content).toMatch(/^\(.+\)\n\nWhat was it again\?$/);
    expect(target.received).toMatchObject([{ headers: { 'x-key': secret } }]);
    const said = JSON.stringify([server.calls.map(({ text }) => text), await read(first.conversationId)]);
    expect(said).toContain('X-Key');
    expect(said).not.toContain(secret);
    expect(JSON.stringify(server.calls[0]!.body['tools'])).not.toContain('read_delivery');
    const workspace = (await (await manage('GET', '/workspace')).json()) as { usage: object };
    expect(workspace.usage).toMatchObject({ automationRuns: 0, inputTokens: 150, outputTokens: 15 });
  });

  it('that fails says so, and the conversation goes on', async () => {
    await using server = await startModelServer([
      { status: 401 },
      { toolCalls: [finish('Here I am.')], usage },
    ]);
    const env = { MODEL: 'openai-compatible/fixture', MODEL_BASE_URL: server.baseUrl, MODEL_API_KEY: 'k' };
    await using modelApi = await startApi(env);
    await using _ = await startRunsWorker(modelApi);
    const { say } = await newTalk(modelApi);
    const first = await say('Are you there?');
    const sentence = 'The model provider refused the key of this service. It said: "scripted" (401).';
    expect(first).toMatchObject({ outcome: 'failed', reply: sentence, reason: sentence });
    expect(await say('And now?', first.conversationId)).toMatchObject({ reply: 'Here I am.' });
    expect(server.calls[1]!.body.messages.slice(1)).toEqual([
      { role: 'user', content: 'Are you there?' },
      { role: 'assistant', content: `(No answer. ${sentence})` },
      { role: 'user', content: expect.stringMatching(/^\(.+\)\n\nAnd now\?$/) },
    ]);
  });
});

describe('a reply that takes too long', () => {
  it('is read later in the conversation that the refusal names', async () => {
    await using slowApi = await startApi({}, { replyWaitMs: 300 });
    const { post, say, read } = await newTalk(slowApi);
    const [key, message] = [randomUUID(), 'Report id.'];
    const response = await post({ message }, { 'idempotency-key': key });
    expect(response.status).toBe(504);
    const refusal = (await response.json()) as { code: string; message: string };
    expect(refusal.code).toBe('REPLY_PENDING');
    const conversationId = /cnv_[\w-]+/.exec(refusal.message)![0];
    const waiting = { items: [{ message, reply: null, outcome: 'running' }] };
    expect(await read(conversationId)).toMatchObject(waiting);
    await using _ = await startRunsWorker(slowApi);
    await expect.poll(async () => (await post({ message }, { 'idempotency-key': key })).status).toBe(200);
    const { messageId, reply } = await say(message, undefined, key);
    expect((await read(conversationId)).items).toMatchObject([{ messageId, reply }]);
  });
});

describe('messages that come faster than they are answered', () => {
  it('wait, eight at a time, and a further one is refused with a time to come back', async () => {
    const held = Promise.withResolvers<void>();
    await using target = await httpTarget((_, response) => {
      void held.promise.then(() => response.writeHead(200, json).end('{"id":"srv-1"}'));
    });
    const { allow, say, post, read } = await newTalk();
    await allow({ domain: '127.0.0.1' });
    const { conversationId } = await say('Reply "Hello".');
    const message = `GET ${target.url}/x`;
    const first = post({ message, conversationId });
    await expect.poll(() => target.received.length).toBe(1);
    const others = Array.from({ length: 30 }, () => post({ message, conversationId }));
    const refused: Response[] = [];
    for (const one of others)
      void one.then((response) => void (response.status === 200 || refused.push(response)));
    await expect.poll(() => refused.length).toBe(22);
    for (const response of refused) {
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ code: 'CONCURRENCY_EXCEEDED' });
    }
    held.resolve();
    const answers = await Promise.all([first, ...others]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(target.received).toHaveLength(9);
    const { items } = await read(conversationId);
    expect(items.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 10 }, () => 'succeeded'));
  });
});

describe('a message whose taker died before it could hand it over', () => {
  it('is found by the sweep and answered', async () => {
    const { redis, runsQueue, temporal } = api;
    const { workspace, agentId, read } = await newTalk();
    const conversationId = newId('conversation');
    const messageId = newId('message');
    await createConversations({ redis, workflowUrl: () => null }).save(
      {
        workspaceId: workspace.id,
        agentId,
        agentName: 'Agent',
        conversationId,
        messageId,
        text: 'Report id.',
      },
      { isNew: true },
    );
    await redis.zIncrBy(keys.openMessages(workspace.id), -120_000, messageId);
    const { client } = temporal;
    const recovery = createMessageRecovery({
      conversationStarter: createConversationStarter({
        client,
        taskQueue: runsQueue,
        publicUrl: api.config.PUBLIC_URL,
      }),
      messages: createMessages({ redis }),
      runs: createRuns({ redis }),
      runStates: createRunStates({ client }),
    });
    expect(await recovery.requeue(workspace.id)).toEqual({ done: 1, failures: [] });
    await expect.poll(async () => (await read(conversationId)).items[0]?.reply).toEqual(expect.any(String));
    expect(await recovery.requeue(workspace.id)).toEqual({ done: 0, failures: [] });
  });
});
