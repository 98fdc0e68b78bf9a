import path from 'node:path';

import { once } from '#domain/once.ts';
import { untilReady } from '#bin/supervisor/until-ready.ts';
import { choosePorts } from './compose/hosts.ts';
import { readCompose } from './compose/read-compose.ts';
import { createContainers } from './containers/containers.ts';
import type { Context } from './context.ts';
import { createDeployment } from './deployment.ts';
import { createKeptProcesses } from './kept-processes.ts';
import { makeSecrets } from './make-secrets.ts';
import { onceEach } from './once-each.ts';
import { firstBuild, startServices } from './start-services.ts';

interface Options {
  /** An empty folder. */
  readonly folder: string;
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
  /** Those that docker-compose.yml is read with, beside the replica of Redis. */
  readonly variables?: Readonly<Record<string, string>>;
}

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
    const instances = await startServices(context);
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
