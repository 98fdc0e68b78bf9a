import { z } from 'zod';

import type { Redis } from './connection/connect.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';

const beatScript = script('beat-worker');

const silentAfterMs = 8_000;
/** Longer than Temporal lists a worker that it heard of last. */
const keptMs = 60 * 60_000;
const times = [String(keptMs), String(silentAfterMs)] as const;

const Identities = z.array(z.string());

/**
 * Heartbeats of the workers of a task queue. Temporal lists a worker for minutes after it was heard of last; one that is
 * frozen, ended or cut off from Redis is silent within ten seconds. A worker of a release without heartbeats never is.
 */
export function createWorkerBeats({ redis, taskQueue }: { redis: Redis; taskQueue: string }) {
  const key = keys.workerBeats(taskQueue);

  /** `identity`: that under which the worker polls Temporal. */
  async function beat(identity: string): Promise<void> {
    await beatScript(redis, [key], [identity, ...times]);
  }

  async function silent(): Promise<ReadonlySet<string>> {
    return new Set(Identities.parse(await beatScript(redis, [key], ['', ...times])));
  }

  return { beat, silent };
}
