import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Connection, Client } from '@temporalio/client';

import type * as redisModule from '#bin/embedded/redis.ts';
import type * as temporalModule from '#bin/embedded/temporal.ts';
import { adminTokenFile } from '#bin/supervisor/resolve-startup.ts';
import { nodeWithParentDeathSignal } from '#compute/processes/parent-death-signal.ts';
import { newOwner } from '#test/support/supervised.ts';
import { freePort } from '#platform/free-port.ts';

/** The processes of a service. */
export const serviceParts = ['Temporal', 'worker', 'API', 'Redis'] as const;
export type ServicePart = (typeof serviceParts)[number];

export interface WholeService {
  readonly pids: Readonly<Record<ServicePart, number>>;
  readonly temporalAddress: string;
  readonly redisUrl: string;
  /** An automation in a workspace of its own, whose agent may reach loopback; the address of its hook and its id. */
  readonly newHook: (content: {
    readonly filter: string;
    readonly instructions: string;
  }) => Promise<{ readonly id: string; readonly url: string }>;
  /** Delivers over HTTP, and waits until the run has succeeded. */
  readonly runToEnd: (hook: { readonly id: string; readonly url: string }, body: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** API, worker, Redis and Temporal of the checkout in `root`, which may be of another commit, on data of their own. */
export async function startWholeService(root: string): Promise<WholeService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-bench-'));
  const log = (sentence: string) => console.error(sentence);
  const { startRedis } = await embedded<typeof redisModule>(root, 'redis');
  const { startTemporal } = await embedded<typeof temporalModule>(root, 'temporal');
  const redis = await startRedis({ dataDir, log, endsWithUs: true });
  const temporal = await startTemporal({ dataDir, log, endsWithUs: true });
  const adminToken = randomUUID();
  await writeFile(path.join(dataDir, adminTokenFile), adminToken);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ADMIN_TOKEN: adminToken,
    DATA_DIR: dataDir,
    EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    MASTER_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    METRICS_PORT: '0',
    PORT: String(port),
    PUBLIC_URL: url,
    REDIS_URL: redis.url,
    TEMPORAL_ADDRESS: temporal.address,
  };
  const [api, worker] = [await start(root, 'api', env), await start(root, 'worker', env)];
  const connection = await Connection.connect({ address: temporal.address });
  const { workflow } = new Client({ connection });

  return {
    pids: { Temporal: temporal.pid, worker: worker.pid!, API: api.pid!, Redis: redis.pid },
    temporalAddress: temporal.address,
    redisUrl: redis.url,
    newHook: async ({ filter, instructions }) => {
      const owner = await newOwner(url, dataDir);
      await owner.allow('127.0.0.1', 'key');
      return await owner.newAutomation(instructions, filter);
    },
    runToEnd: async (hook, body) => {
      const eventId = randomUUID();
      const headers = { 'content-type': 'application/json', 'x-service-event-id': eventId };
      const response = await fetch(hook.url, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
      const ending: unknown = await workflow.getHandle(`run/${hook.id}/id/${eventId}`).result();
      const { outcome } = ending as { readonly outcome: string };
      if (outcome !== 'succeeded') throw new Error(`ended ${JSON.stringify(ending)}`);
    },
    stop: async () => {
      await connection.close();
      for (const child of [api, worker]) await end(child);
      await temporal.stop();
      await redis.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** How that checkout starts a server. */
async function embedded<Module>(root: string, name: string): Promise<Module> {
  return (await import(path.join(root, `bin/embedded/${name}.ts`))) as Module;
}

async function start(
  root: string,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = fork(path.join(root, `${name}/main.ts`), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...nodeWithParentDeathSignal([]),
  });
  const isReady = await Promise.race([
    once(child, 'message').then(() => true),
    once(child, 'exit').then(() => false),
  ]);
  if (!isReady) throw new Error(`The ${name} of ${root} ended before it was ready.`);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
