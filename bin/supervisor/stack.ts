import { killAfterMs } from '#domain/stop-times.ts';
import type { BackgroundProcess } from '../embedded/background-process.ts';
import type { SetupError } from '../setup-error.ts';
import type { DiskRoom } from './disk-room.ts';
import { keepRunning, type KeptProcess } from './keep-running.ts';

const titles = { api: 'The API', worker: 'The worker', temporal: 'Temporal', redis: 'Redis' } as const;

export type PartName = keyof typeof killAfterMs;
const stopOrder = Object.keys(killAfterMs) as PartName[];

interface Settings extends DiskRoom {
  readonly say: (sentence: string) => void;
  readonly onGivenUp: (error: SetupError) => void;
}

/** The processes of one data folder: each is kept running until all are stopped in order. */
export function createStack(settings: Settings) {
  const kept = new Map<PartName, KeptProcess<BackgroundProcess>>();
  const starting = new Set<Promise<unknown>>();

  /** Starts a part; when called again, `start` gets the process that died. */
  async function keep<Process extends BackgroundProcess>(
    name: PartName,
    start: (previous: Process | undefined) => Promise<Process>,
  ): Promise<Process> {
    const started = keepRunning(titles[name], start, settings);
    starting.add(started);
    const process = await started;
    kept.set(name, process);
    return process.first;
  }

  /** The caller has already aborted the starts in progress. */
  async function stop(): Promise<void> {
    await Promise.allSettled(starting);
    for (const name of stopOrder) await kept.get(name)?.stop(killAfterMs[name]);
  }

  return { keep, stop };
}

export type Stack = ReturnType<typeof createStack>;
