import { setTimeout as pause } from 'node:timers/promises';

import type { BackgroundProcess } from '#bin/embedded/background-process.ts';
import { type KeptProcess, keepRunning } from '#bin/supervisor/keep-running.ts';

/** How long each gets from its signal to its end, in the order in which all are stopped: intake first, data last. */
const killAfterMs = [
  [/^(proxy|prometheus)$/, 5_000],
  [/^api-/, 9_000],
  [/^worker-/, 13_000],
  [/^temporal$/, 10_000],
  [/^(s3|redis-cache|redis-replica)$/, 5_000],
  [/^(redis|postgres)$/, 10_000],
] as const;

const graceMsOf = (name: string) => killAfterMs.find(([pattern]) => pattern.test(name))?.[1] ?? 10_000;

interface Settings {
  readonly say: (sentence: string) => void;
  readonly onGivenUp: (error: Error) => void;
}

type Start = (onSpawn: (pid: number) => void) => Promise<BackgroundProcess>;

/** The processes of a topology by name: each is started again when it dies, until it is stopped. */
export function createKeptProcesses({ say, onGivenUp }: Settings) {
  const kept = new Map<string, KeptProcess<BackgroundProcess>>();
  const pids = new Map<string, number>();
  const held = new Set<string>();

  async function keep(name: string, start: Start): Promise<void> {
    const begin = async () => {
      while (held.has(name)) await pause(100);
      return await start((pid) => pids.set(name, pid));
    };
    kept.set(name, await keepRunning(name, begin, { say, onGivenUp, untilRoom: restartAlways }));
  }

  /** `graceMs`: how long it has from its signal to its end; 0 for none. */
  async function stop(name: string, graceMs: number = graceMsOf(name)): Promise<void> {
    const one = kept.get(name);
    kept.delete(name);
    held.delete(name);
    await one?.stop(graceMs);
    pids.delete(name);
  }

  return {
    keep,
    stop,
    /** One that dies from now on is not started before its release. */
    hold: (name: string) => void held.add(name),
    release: (name: string) => void held.delete(name),
    names: () => [...kept.keys()],
    /** The process that lives under this name; undefined while there is none. */
    pidOf: (name: string) => {
      const pid = pids.get(name);
      return pid !== undefined && isAlive(pid) ? pid : undefined;
    },
    stopAll: async () => {
      for (const [pattern] of killAfterMs)
        await Promise.all([...kept.keys()].filter((name) => pattern.test(name)).map((name) => stop(name)));
    },
  };
}

/** As `restart: unless-stopped` does: a server may end some times until the one that it needs is there again. */
async function restartAlways(stopped: AbortSignal): Promise<boolean> {
  await pause(500, undefined, { signal: stopped }).catch(() => undefined);
  return true;
}

export type KeptProcesses = ReturnType<typeof createKeptProcesses>;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
