import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject, Vitest } from 'vitest/node';

import { startRedis } from '#bin/embedded/redis.ts';
import { startTemporal } from '#bin/embedded/temporal.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    redisUrl: string;
    temporalAddress: string;
  }
}

interface Services {
  readonly redisUrl: string;
  readonly temporalAddress: string;
  readonly stop: () => Promise<void>;
}

/** Each project loads this file as a module of its own; the run of all projects shares this one place. */
const shared = globalThis as typeof globalThis & {
  reveilleTestServices?: { users: number; readonly services: Promise<Services> };
};

/** The tests in these folders of `test/`; other parts run without both. */
const served = /\/test\/(activities|adapters\/(oauth|store)|api|browser|services|worker|workflows)\//;

/** Watching, any file may come later. */
const isServed = ({ config, state }: Vitest) =>
  config.watch || state.getPaths().some((file) => served.test(file));

/** One Redis and one Temporal for the whole run; servers named in the environment are used and left alone. */
export async function setup(project: TestProject): Promise<void> {
  if (!isServed(project.vitest)) return;
  const use = (shared.reveilleTestServices ??= { users: 0, services: startServices() });
  use.users += 1;
  const { redisUrl, temporalAddress } = await use.services;
  project.provide('redisUrl', redisUrl);
  project.provide('temporalAddress', temporalAddress);
}

/** The last project that leaves stops what {@link setup} started. */
export async function teardown(): Promise<void> {
  const use = shared.reveilleTestServices;
  if (use === undefined) return;
  use.users -= 1;
  if (use.users > 0) return;
  delete shared.reveilleTestServices;
  const { stop } = await use.services;
  await stop();
}

async function startServices(): Promise<Services> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-test-'));
  const log = (sentence: string) => process.stderr.write(`${sentence}\n`);
  const [redis, temporal] = await Promise.allSettled([
    existing('REDIS_URL') ??
      startRedis({ dataDir, inMemory: true, log, endsWithUs: true }).then((server) => ({
        ...server,
        address: server.url,
      })),
    existing('TEMPORAL_ADDRESS') ?? startTemporal({ dataDir, inMemory: true, log, endsWithUs: true }),
  ]);
  const stop = async () => {
    for (const server of [temporal, redis]) if (server.status === 'fulfilled') await server.value.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  if (redis.status === 'fulfilled' && temporal.status === 'fulfilled')
    return { redisUrl: redis.value.address, temporalAddress: temporal.value.address, stop };
  await stop();
  throw redis.status === 'rejected' ? redis.reason : temporal.status === 'rejected' && temporal.reason;
}

function existing(name: 'REDIS_URL' | 'TEMPORAL_ADDRESS') {
  const address = process.env[name];
  return address ? { address, stop: () => Promise.resolve() } : undefined;
}
