import { execFileSync } from 'node:child_process';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { once } from '#domain/once.ts';
import { untilReady } from '#bin/supervisor/until-ready.ts';
import { freePort } from '#platform/free-port.ts';
import { choosePorts, onLoopback, type Ports } from './compose/hosts.ts';
import { readCompose, root } from './compose/read-compose.ts';
import { createContainers } from './containers/containers.ts';
import type { Context } from './context.ts';
import { createDeployment } from './deployment.ts';
import { type Instance, keepInstance } from './instances.ts';
import { createKeptProcesses } from './kept-processes.ts';
import { onceEach } from './once-each.ts';
import { startPostgres } from './servers/postgres.ts';
import { startRedisServers } from './servers/redis.ts';
import { startS3 } from './servers/s3.ts';
import { startTemporalServer } from './servers/temporal.ts';

interface Options {
  /** An empty folder. */
  readonly folder: string;
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
  /** Those that docker-compose.yml is read with, beside the replica of Redis. */
  readonly variables?: Readonly<Record<string, string>>;
}

const firstBuild = '1';

/** docker-compose.yml as processes of this machine, with a replica of Redis and two APIs. */
export async function startTopology({ folder, say: tell, signal, variables = {} }: Options) {
  const say = onceEach(tell);
  const failure = new AbortController();
  const kept = createKeptProcesses({ say, onGivenUp: (error) => failure.abort(error) });
  const compose = readCompose({ REDIS_MIN_REPLICAS: '1', ...variables });
  const ports = await choosePorts();
  const end = AbortSignal.any([signal, failure.signal]);
  const secrets = await makeSecrets(folder, ports);
  const containers = await createContainers({ compose, folder, secrets, say });
  const context: Context = { compose, containers, ports, secrets, folder, kept, say, signal: end };
  const deployment = createDeployment(`127.0.0.1:${ports['temporal:7233']}`);
  let killed = 0;
  const stop = once(async () => {
    await kept.stopAll();
    killed = (await containers?.tellMemory()) ?? 0;
    await containers?.remove();
  });
  try {
    const instances = await startAll(context, deployment.setUp);
    await deployment.makeCurrent(firstBuild);
    const urls = instances.filter(({ kind }) => kind === 'api').map(({ port }) => `http://localhost:${port}`);
    for (const url of urls) await untilReady(url, end);
    return {
      context,
      deployment,
      instances,
      urls,
      failed: failure.signal,
      stop,
      killedForMemory: () => killed,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type Topology = Awaited<ReturnType<typeof startTopology>>;

async function startAll(context: Context, setUp: () => Promise<void>): Promise<readonly Instance[]> {
  const { ports, say } = context;
  say('PostgreSQL, Redis with a replica, Redis for counts, the S3 server');
  await Promise.all([startPostgres(context), startRedisServers(context), startS3(context)]);
  say("Temporal's databases and its server, then namespace and search attributes");
  await startTemporalServer(context);
  await setUp();
  say('two APIs and two workers, each with a data folder of its own');
  const apiPorts = [ports['api:8080'], await freePort()];
  const { replicas } = context.compose.services['worker']!.deploy!;
  const instances: readonly Instance[] = [
    ...apiPorts.map((port, index) => ({
      kind: 'api' as const,
      number: index + 1,
      port,
      buildId: firstBuild,
    })),
    ...Array.from({ length: replicas }, (_, index) => ({
      kind: 'worker' as const,
      number: index + 1,
      // Not listened on by a worker.
      port: ports['api:8080'],
      buildId: firstBuild,
    })),
  ];
  await Promise.all(instances.map((instance) => keepInstance(context, instance)));
  return instances;
}

/** By the script of deploy/; addresses are on loopback. */
async function makeSecrets(folder: string, ports: Ports): Promise<string> {
  // PostgreSQL runs as another user and passes through.
  await chmod(folder, 0o711);
  const secrets = path.join(folder, 'secrets');
  execFileSync('sh', ['deploy/make-secrets.sh', secrets], { cwd: root });
  for (const name of ['blobs-url', 'redis-url', 'redis-cache-url']) {
    const file = path.join(secrets, name);
    const text = await readFile(file, 'utf8');
    await rm(file);
    await writeFile(file, onLoopback(text, ports), { mode: 0o444 });
  }
  return secrets;
}
