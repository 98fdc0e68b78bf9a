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
import { startRedis } from './servers/redis.ts';
import { startS3 } from './servers/s3.ts';
import { setUpDatabase, setUpTemporal, startTemporalServer } from './servers/temporal.ts';

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
  const secrets = path.join(folder, 'secrets');
  const { pidOf } = kept;
  const containers = await createContainers({ compose, folder, secrets, pidOf, say, signal: end });
  await makeSecrets(folder, secrets, containers === null ? ports : null);
  const context: Context = { compose, containers, ports, secrets, folder, kept, say, signal: end };
  const deployment = createDeployment(`127.0.0.1:${ports['temporal:7233']}`);
  let killed = 0;
  const stop = once(async () => {
    containers?.unwatch();
    await kept.stopAll();
    killed = (await containers?.tellMemory()) ?? 0;
    await containers?.remove();
  });
  try {
    const instances = await startAll(context);
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
      /** The address of a server of this process, as agents reach it. */
      reach: async (url: string) => (await containers?.reach(url)) ?? url,
      killedForMemory: () => killed,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type Topology = Awaited<ReturnType<typeof startTopology>>;

/** Starts a service of docker-compose.yml; resolves when what depends on it may start. */
const starts: Readonly<Record<string, (context: Context) => Promise<void>>> = {
  postgres: startPostgres,
  'database-set-up': setUpDatabase,
  temporal: startTemporalServer,
  'set-up': setUpTemporal,
  'redis-replica': (context) => startRedis(context, 'redis-replica'),
  redis: (context) => startRedis(context, 'redis'),
  'redis-cache': (context) => startRedis(context, 'redis-cache'),
  s3: startS3,
};

/** Each service when those that it depends on are healthy, or have ended well. */
async function startAll(context: Context): Promise<readonly Instance[]> {
  const { compose, ports, say } = context;
  const started = new Map<string, Promise<void>>();
  const startNeeded = async (name: string) => {
    const needed = Object.keys(compose.services[name]!.depends_on).filter((one) => one in starts);
    await Promise.all(needed.map(startOnce));
  };
  const startOnce = (name: string): Promise<void> => {
    const start = started.get(name) ?? startNeeded(name).then(() => starts[name]!(context));
    started.set(name, start);
    return start;
  };
  say(
    'what APIs and workers depend on, in the order of docker-compose.yml, each when the ones before are healthy',
  );
  await Promise.all([startNeeded('api'), startNeeded('worker')]);
  say('two APIs and two workers, each with a data folder of its own');
  const apiPorts = [ports['api:8080'], await freePort()];
  const { replicas } = compose.services['worker']!.deploy!;
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

/** By the script of deploy/. `ports`: where servers are on loopback. */
async function makeSecrets(folder: string, secrets: string, ports: Ports | null): Promise<void> {
  // PostgreSQL runs as another user and passes through.
  await chmod(folder, 0o711);
  execFileSync('sh', ['deploy/make-secrets.sh', secrets], { cwd: root });
  if (ports === null) return;
  for (const name of ['blobs-url', 'redis-url', 'redis-cache-url']) {
    const file = path.join(secrets, name);
    const text = await readFile(file, 'utf8');
    await rm(file);
    await writeFile(file, onLoopback(text, ports), { mode: 0o444 });
  }
}
