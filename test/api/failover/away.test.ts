import { describe as sequential, it, type TestContext } from 'vitest';

import { keys } from '#store/records/index.ts';
import { startGate } from '#test/support/gate.ts';
import { redisServer } from '#test/support/redis-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { pollOnce } from '#test/support/poll-once.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

type Server = Awaited<ReturnType<typeof redisServer>>;

const unavailable = { status: 503, code: 'INTAKE_UNAVAILABLE' };
/** Each has servers of its own, which it mostly waits for. */
const describe = sequential.concurrent;

async function newServer({ onTestFinished }: TestContext): Promise<Server> {
  const server = await redisServer(await temporaryFolder('reveille-redis-', onTestFinished));
  onTestFinished(async () => {
    await server.signal('SIGCONT');
    await server.signal('SIGKILL');
  });
  server.start();
  await server.ask('PING');
  return server;
}

/** A primary with a replica that follows it. */
async function newPair(context: TestContext) {
  const { expect } = context;
  const [primary, replica] = [await newServer(context), await newServer(context)];
  await replica.ask('REPLICAOF', primary.address.host, String(primary.address.port));
  await expect.poll(() => replica.ask('ROLE')).toContain('connected');
  return { primary, replica };
}

/** The API before this Redis, and an automation. */
async function startBefore(
  { onTestFinished }: TestContext,
  url: string,
  settings: Readonly<Record<string, string>> = {},
) {
  // No worker replies: a message that was taken is pending.
  const api = await startApi({ REDIS_URL: url, ...settings }, { replyWaitMs: 1 });
  onTestFinished(() => api[Symbol.asyncDispose]());
  await pollOnce(api);
  const owner = await api.newOwner();
  const { hook, agentId } = await owner.newAutomation();

  async function post(eventId: string) {
    const response = await fetch(hook, {
      method: 'POST',
      headers: { 'x-service-event-id': eventId },
      body: 'x',
    });
    const { status, code, deliveryId } = (await response.json()) as Record<string, string | undefined>;
    return { status: response.status, result: status, code, deliveryId };
  }
  async function answer(): Promise<readonly [number, { readonly missing?: unknown }]> {
    const response = await fetch(`${api.url}/readyz`);
    return [response.status, (await response.json()) as { missing?: unknown }];
  }
  async function readiness(): Promise<readonly [number, unknown]> {
    const [status, { missing }] = await answer();
    return [status, missing];
  }
  const recordStatus = async (id: string) => (await owner.manage('GET', `/deliveries/${id}`)).status;
  /** Sends a message of a chat; the code of a refusal, and how many messages its conversations have. */
  async function say(key: string) {
    const response = await fetch(`${api.url}/manage/agents/${agentId}/chat`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.workspace.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: '{"message":"Report id."}',
    });
    const { code } = (await response.json()) as { code?: string };
    return {
      status: response.status,
      code,
      open: await api.redis.zCard(keys.openMessages(owner.workspace.id)),
    };
  }
  return { post, say, answer, readiness, recordStatus };
}

describe('a primary that becomes a replica', () => {
  it('is not ready and takes nothing, until the address leads to a primary again', async (context) => {
    const { expect } = context;
    const { primary, replica } = await newPair(context);
    await using gate = await startGate(primary.address);
    const { post, readiness } = await startBefore(context, `redis://${gate.address}`);
    expect(await post('before')).toMatchObject({ result: 'accepted' });

    // Its clients keep their connections, and it goes on answering PING.
    await replica.ask('REPLICAOF', 'NO', 'ONE');
    await primary.ask('REPLICAOF', replica.address.host, String(replica.address.port));
    expect(await post('while demoted')).toMatchObject(unavailable);
    await expect.poll(readiness).toEqual([503, ['redis']]);

    gate.leadTo(replica.address);
    await expect.poll(readiness).toEqual([200, undefined]);
    // A 503 says that it may be sent again: on a busy machine the start of its run is late.
    await expect.poll(() => post('while demoted')).toMatchObject({ status: 200 });
    await expect.poll(() => post('before')).toMatchObject({ result: 'duplicate' });
  });
});

describe('a primary that dies', () => {
  it('takes nothing with it that was answered, where replicas are demanded', async (context) => {
    const { expect } = context;
    const { primary, replica } = await newPair(context);
    await using gate = await startGate(primary.address);
    const { post, readiness, recordStatus } = await startBefore(context, `redis://${gate.address}`, {
      REDIS_MIN_REPLICAS: '1',
    });
    const accepted: string[] = [];
    const send = async (eventId: string) => {
      const answer = await post(eventId);
      if (answer.status === 200) accepted.push(answer.deliveryId!);
      return answer;
    };
    for (const eventId of ['a', 'b', 'c']) expect(await send(eventId)).toMatchObject({ result: 'accepted' });

    // The replica stands still: the primary goes on alone, and what it takes now would be lost with it.
    await replica.signal('SIGSTOP');
    expect(await send('d')).toMatchObject(unavailable);
    expect(await send('d')).toMatchObject(unavailable);
    expect(await send('a')).toMatchObject(unavailable);

    await primary.signal('SIGKILL');
    await replica.signal('SIGCONT');
    await replica.ask('REPLICAOF', 'NO', 'ONE');
    const other = await newServer(context);
    await other.ask('REPLICAOF', replica.address.host, String(replica.address.port));
    await expect.poll(() => other.ask('ROLE')).toContain('connected');
    gate.leadTo(replica.address);
    await expect.poll(readiness).toEqual([200, undefined]);

    expect(accepted).toHaveLength(3);
    for (const id of accepted) expect(await recordStatus(id)).toBe(200);
    await expect.poll(() => send('d')).toMatchObject({ status: 200 });
    expect(await recordStatus(accepted.at(-1)!)).toBe(200);
    expect(await send('a')).toMatchObject({ result: 'duplicate' });
  });

  it('before the run of a delivery began: the run finds it at the new primary, and is done once', async (context) => {
    const { expect, onTestFinished } = context;
    const { primary, replica } = await newPair(context);
    await using gate = await startGate(primary.address);
    await using target = await startOrderTarget({ key: 'key' });
    const api = await startApi({ REDIS_URL: `redis://${gate.address}`, REDIS_MIN_REPLICAS: '1' });
    onTestFinished(() => api[Symbol.asyncDispose]());
    const owner = await api.newOwner();
    const instructions = `POST ${target.url}/orders with JSON {"order": "A-1"}.`;
    const { id, agentId, hook } = await owner.newAutomation({ instructions });
    const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key' };
    await owner.manage('POST', `/agents/${agentId}/network-access`, policy);
    const send = async () => {
      const headers = { 'x-service-event-id': 'evt' };
      const response = await fetch(hook, { method: 'POST', headers, body: '{}' });
      return { ...((await response.json()) as { status: string }), code: response.status };
    };
    expect(await send()).toMatchObject({ status: 'accepted' });

    await primary.signal('SIGKILL');
    await replica.ask('REPLICAOF', 'NO', 'ONE');
    const other = await newServer(context);
    await other.ask('REPLICAOF', replica.address.host, String(replica.address.port));
    await expect.poll(() => other.ask('ROLE')).toContain('connected');
    gate.leadTo(replica.address);
    await using _worker = await startRunsWorker(api);
    const run = api.temporal.client.workflow.getHandle(`run/${id}/id/evt`);
    expect(await run.result()).toMatchObject({ outcome: 'succeeded' });
    expect(target.seen).toHaveLength(1);
    await expect.poll(send).toMatchObject({ status: 'duplicate' });
  });

  it('takes no message of a chat either, and the same message once the replica is back', async (context) => {
    const { expect } = context;
    const { primary, replica } = await newPair(context);
    const { say } = await startBefore(context, primary.url, { REDIS_MIN_REPLICAS: '1' });
    const pending = { status: 504, code: 'REPLY_PENDING' };
    expect(await say('a')).toEqual({ ...pending, open: 1 });
    await replica.signal('SIGSTOP');
    expect(await say('b')).toEqual({ ...unavailable, open: 1 });
    expect(await say('a')).toEqual({ ...unavailable, open: 1 });
    await replica.signal('SIGCONT');
    await expect.poll(() => say('b')).toEqual({ ...pending, open: 2 });
    expect(await say('a')).toEqual({ ...pending, open: 2 });
  });

  it('refuses by itself where its own settings demand a replica', async (context) => {
    const { expect } = context;
    const primary = await newServer(context);
    const { post, readiness } = await startBefore(context, primary.url);
    await primary.ask('CONFIG', 'SET', 'min-replicas-to-write', '1');
    expect(await post('a')).toMatchObject(unavailable);
    await expect.poll(readiness).toEqual([503, ['redis']]);
    await primary.ask('CONFIG', 'SET', 'min-replicas-to-write', '0');
    await expect.poll(readiness).toEqual([200, undefined]);
    expect(await post('a')).toMatchObject({ result: 'accepted' });
  });
});

describe('a server whose memory is full', () => {
  it('is not ready, as hooks answer 503, until there is room', async (context) => {
    const { expect } = context;
    const server = await newServer(context);
    const { post, answer } = await startBefore(context, server.url);
    expect(await post('before')).toMatchObject({ result: 'accepted' });
    await server.ask('CONFIG', 'SET', 'maxmemory', '1');
    expect(await post('while full')).toMatchObject(unavailable);
    await expect.poll(answer).toMatchObject([
      503,
      {
        code: 'NOT_READY',
        message: 'The memory of redis is full: it takes nothing new',
        missing: ['redis'],
        full: ['redis'],
      },
    ]);
    await server.ask('CONFIG', 'SET', 'maxmemory', '0');
    await expect.poll(answer).toMatchObject([200, { status: 'ready' }]);
    expect(await post('while full')).toMatchObject({ result: 'accepted' });
  });
});

describe('a server that loads its data', () => {
  it('is waited for with 503, however long it takes, and what was accepted is there', async (context) => {
    const { expect } = context;
    const server = await newServer(context);
    const { post, readiness, recordStatus } = await startBefore(context, server.url);
    const { deliveryId = '' } = await post('before');
    // It looks at its connections each 1,024 records: enough of them that it loads for some time, answering all the while.
    const script = "for i = 1, 40000 do redis.call('SET', 'filler:' .. i, i) end";
    await server.ask('EVAL', script, '0');
    await server.signal('SIGKILL');
    server.start({ 'key-load-delay': '200' });
    await expect.poll(() => server.ask('PING').catch(String), { interval: 20 }).toMatch(/LOADING/);
    expect(await post('while loading')).toMatchObject(unavailable);
    await expect.poll(readiness).toEqual([503, ['redis']]);
    await expect(server.ask('PING')).rejects.toThrow(/LOADING/);

    await expect.poll(readiness).toEqual([200, undefined]);
    expect(await recordStatus(deliveryId)).toBe(200);
    expect(await post('before')).toMatchObject({ result: 'duplicate' });
    expect(await post('while loading')).toMatchObject({ result: 'accepted' });
  });
});
