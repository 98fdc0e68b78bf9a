import type { BackgroundProcess } from '../embedded/background-process.ts';
import type { SetupError } from '../setup-error.ts';
import { keepRunning, type KeptProcess } from './keep-running.ts';

interface Part {
  readonly title: string;
  readonly stopGraceMs: number;
}

/** In the order in which they are stopped: intake first, the data last. The graces add up to less than 30 s. */
const parts = {
  api: { title: 'The API', stopGraceMs: 9_000 },
  worker: { title: 'The worker', stopGraceMs: 13_000 },
  temporal: { title: 'Temporal', stopGraceMs: 4_000 },
  redis: { title: 'Redis', stopGraceMs: 3_000 },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
const stopOrder = Object.keys(parts) as PartName[];

interface Settings {
  readonly say: (sentence: string) => void;
  readonly onGivenUp: (error: SetupError) => void;
}

/** The processes of one data folder: each is kept running until all are stopped in order. */
export function createStack({ say, onGivenUp }: Settings) {
  const kept = new Map<PartName, KeptProcess<BackgroundProcess>>();
  const starting = new Set<Promise<unknown>>();

  /** Starts a part; `start` gets the process that died when it is called again. */
  async function keep<Process extends BackgroundProcess>(
    name: PartName,
    start: (previous: Process | undefined) => Promise<Process>,
  ): Promise<Process> {
    const started = keepRunning(parts[name].title, start, { say, onGivenUp });
    starting.add(started);
    const process = await started;
    kept.set(name, process);
    return process.first;
  }

  /** Whoever calls it has told the starts under way to give up. */
  async function stop(): Promise<void> {
    await Promise.allSettled(starting);
    for (const name of stopOrder) await kept.get(name)?.stop(parts[name].stopGraceMs);
  }

  return { keep, stop };
}

export type Stack = ReturnType<typeof createStack>;
