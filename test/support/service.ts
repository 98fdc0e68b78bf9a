import { randomBytes, randomUUID } from 'node:crypto';

import { inject } from 'vitest';

import { composeApi } from '#api/compose.ts';
import type { ApiParts } from '#api/parts.ts';
import { listen } from '#api/server.ts';
import { readConfig } from '#platform/config.ts';
import { requireApiSettings } from '#platform/required-settings.ts';
import { connectRedis } from '#store/connection/connect.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { connectTemporal } from '#temporal/connect.ts';
import { checkAnswers } from './check-answers.ts';
import { silentLogger } from './silent-logger.ts';

const masterKey = `k1:${randomBytes(32).toString('base64')}`;

/** The settings of a test service; `env` overrides. */
export function testConfig(env: Readonly<Record<string, string>> = {}) {
  return requireApiSettings(
    readConfig({
      REDIS_URL: inject('redisUrl'),
      ADMIN_TOKEN: 'operator-token-of-tests',
      MASTER_KEYS: masterKey,
      PUBLIC_URL: 'http://localhost:8080',
      EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8,::1/128',
      PUBLIC_QUOTA: '100000',
      LOG_LEVEL: 'silent',
      ...env,
    }),
  );
}

/** On a busy machine a tool is slow, not refused. */
const patience = { timeoutMs: 60_000, waitMsMax: 120_000 };

/** Nothing new comes in when a test ends, so its server takes nothing more; what is under way is answered all the same. */
const drain = { takeMs: 0, transferMs: 3_000 };

/** A connection to the Redis of the tests, closed with `await using`. */
export async function testRedis(url = inject('redisUrl')) {
  const redis = await connectRedis(url, () => undefined);
  return { redis, [Symbol.asyncDispose]: () => redis.close() };
}

/** A client of the Temporal of the tests, closed with `await using`. */
export async function testTemporal(address = inject('temporalAddress')) {
  process.env['TEMPORAL_ADDRESS'] = address;
  const temporal = await connectTemporal();
  return { temporal, [Symbol.asyncDispose]: temporal.close };
}

/**
 * The API on a free port with real Redis and Temporal, and a task queue of its own that no worker serves yet. `env` may
 * name another `REDIS_URL` or `TEMPORAL_ADDRESS`, such as a gate in front of them. Each answer is held against what its
 * operation declares; disposing fails where one was not as declared.
 */
export async function startApi(
  env: Readonly<Record<string, string>> = {},
  parts: Partial<
    Pick<
      ApiParts,
      | 'bodyBytesMax'
      | 'cacheRedis'
      | 'erasureWaitMs'
      | 'fetchPublic'
      | 'logger'
      | 'proposalWaitMs'
      | 'replyWaitMs'
      | 'liveHeartbeatMs'
    >
  > = {},
) {
  const config = testConfig(env);
  const runsQueue = `runs-${randomUUID()}`;
  const computeQueue = `compute-${randomUUID()}`;
  const { redis } = await testRedis(config.REDIS_URL);
  const replicaRedis = config.REDIS_MIN_REPLICAS > 0 ? (await testRedis(config.REDIS_URL)).redis : undefined;
  const { temporal } = await testTemporal(config.TEMPORAL_ADDRESS);
  const stopping = new AbortController();
  const {
    app,
    metricsPage,
    close: closeTools,
  } = composeApi({
    config,
    redis,
    replicaRedis,
    temporal,
    logger: silentLogger,
    runsQueue,
    computeQueue,
    stopping: stopping.signal,
    toolThreads: { light: patience, heavy: patience },
    ...parts,
  });
  const answers = checkAnswers(app);
  const server = await listen(app, { host: '127.0.0.1', port: 0, drain });
  const url = `http://127.0.0.1:${server.port}`;

  /** A fresh workspace and a caller of the management API with its token. */
  async function newOwner() {
    const workspace = await createWorkspaces({ redis }).create({ name: 'Test' });
    async function manage(
      method: string,
      path: string,
      body?: object,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Response> {
      return await fetch(`${url}/manage${path}`, {
        method,
        headers: {
          authorization: `Bearer ${workspace.token}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
    }
    /** An automation, and the address of its hook on this server. */
    async function newAutomation(
      content: {
        instructions?: string;
        filter?: string;
        condition?: string;
        sender?: string;
        customSender?: object;
        signingSecret?: string;
        payloadDedupe?: boolean;
        form?: object;
        expects?: readonly object[];
        answerSchema?: object;
        plan?: object;
        budget?: object;
        retry?: object;
      } = {},
    ) {
      const response = await manage('POST', '/automations', {
        name: 'Orders',
        instructions: 'Summarise the delivery.',
        ...content,
      });
      const automation = (await response.json()) as { id: string; agentId: string; url: string };
      return { ...automation, hook: automation.url.replace(config.PUBLIC_URL, url) };
    }
    return { workspace, manage, newAutomation };
  }

  async function close(): Promise<void> {
    stopping.abort();
    await server.close();
    await closeTools();
    await temporal.close();
    await replicaRedis?.close();
    await redis.close();
    answers.assertAll();
  }
  return {
    app,
    /** The page for Prometheus. */
    metrics: async () => (await metricsPage()).text,
    url,
    config,
    redis,
    temporal,
    runsQueue,
    computeQueue,
    newOwner,
    [Symbol.asyncDispose]: close,
  };
}
