import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { childRegisterFile, isRunning } from '#bin/supervisor/child-register.ts';
import { redisUrlFile } from '#bin/supervisor/running-redis.ts';
import { type AnyPart, parts } from '../plan/faults.ts';
import { type HeldRedis, heldRedis } from './held-redis.ts';
import { startBoth } from './start-both.ts';
import { freePort } from '#platform/free-port.ts';

export interface Process {
  /** The part of a service that it is. */
  readonly part: string;
  readonly pid: number;
  /** The signal that stops it in order; SIGTERM by default. */
  readonly stopSignal?: NodeJS.Signals;
}

export interface Service {
  /** The addresses of the APIs. */
  readonly urls: readonly string[];
  readonly dataDir: string;
  /** The process of a part; of APIs and workers that of an instance. Undefined while there is none. */
  readonly processOf: (part: AnyPart, instance: number) => Promise<Process | undefined>;
  /** All of them that live. */
  readonly processes: () => Promise<readonly Process[]>;
  /** Whether every process is there and every API says that it is ready. */
  readonly isWhole: () => Promise<boolean>;
  /** `slow` is absent where it is not of our starting. */
  readonly redis: Pick<HeldRedis, 'hold' | 'release'> & Partial<Pick<HeldRedis, 'slow'>>;
  /** Replaces everything by another build, as a release does; absent where a service is upgraded by a new start. */
  readonly upgrade?: () => Promise<void>;
  /** Loses the primary of Redis for good: its replica takes its place. Absent where it has none. */
  readonly failOver?: () => Promise<void>;
  /** The primary of Redis loses its disk, and gets it from its replica by the runbook. Absent where it has none. */
  readonly loseDisk?: () => Promise<void>;
  /** The address by which agents reach a server of this process; the one that it has where absent. */
  readonly reach?: (url: string) => Promise<string>;
  /** How often a whole start ended by itself. */
  readonly ends: () => number;
  /** Stops it all; the exit codes, the one of the start with the servers last. */
  readonly stop: () => Promise<readonly (number | null)[]>;
}

const baseSettings = { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8', METRICS_PORT: '0', LOG_LEVEL: 'warn' };
const servers: readonly AnyPart[] = ['redis', 'temporal'];
const answerWithinMs = 5_000;

/** The service under a folder: a start with everything, and where wanted a second one with an API and a worker more. */
export async function startService(
  folder: string,
  instances: 1 | 2,
  extraSettings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const dataDirs = ['first', 'second'].slice(0, instances).map((name) => path.join(folder, name));
  const ports = await Promise.all(dataDirs.map(() => freePort()));
  const redis = await heldRedis(folder, () => redisUrlOf(dataDirs[0]!));
  const starts = await startBoth(
    dataDirs.map((dataDir, index) => ({ dataDir, port: ports[index]! })),
    { ...baseSettings, ...redis.settings, ...extraSettings },
  );

  async function processOf(part: AnyPart, instance: number): Promise<Process | undefined> {
    const index = servers.includes(part) ? 0 : instance;
    if (!isRunning(path.join(dataDirs[index]!, childRegisterFile), part)) return undefined;
    const { [part]: pid } = await starts[index]!.current().children();
    return pid === undefined ? undefined : { part, pid };
  }

  const places = [...starts.keys()].flatMap((instance) =>
    parts
      .filter((part) => instance === 0 || !servers.includes(part))
      .map((part) => [part, instance] as const),
  );
  const processes = async () =>
    (await Promise.all(places.map((place) => processOf(...place)))).filter((one) => one !== undefined);
  const urls = ports.map((port) => `http://localhost:${port}`);
  return {
    urls,
    dataDir: dataDirs[0]!,
    processOf,
    processes,
    redis,
    isWhole: async () => {
      if (!starts.every(({ isReady }) => isReady())) return false;
      const [living, ready] = await Promise.all([processes(), Promise.all(urls.map(isReady))]);
      return living.length === places.length && ready.every(Boolean);
    },
    ends: () => starts.reduce((sum, start) => sum + start.ends(), 0),
    stop: async () => {
      const codes: (number | null)[] = [];
      for (const start of starts.toReversed()) codes.push(await start.stop());
      return codes;
    },
  };
}

async function redisUrlOf(dataDir: string): Promise<string> {
  return (await readFile(path.join(dataDir, redisUrlFile), 'utf8')).trim();
}

/** Whether an API says so. */
export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerWithinMs) }).catch(
    () => null,
  );
  await response?.arrayBuffer().catch(() => undefined);
  return response?.status === 200;
}
