import type { PdfAction, PdfOutcome } from '@reveille/tools';
import { startEngineProcess, type ChildAnswer, type EngineProcess } from './engine-process.ts';
import { emptyFolder, moveIn, moveOut, type EngineJob } from './job-folder.ts';
import { residentBytes } from '../processes/resident-bytes.ts';

/** For the log: a process was lost or replaced. Never shown to a caller. */
export interface EngineEvent {
  readonly ground: 'time' | 'memory' | 'aborted' | 'died' | 'crashed' | 'spent';
  readonly action: PdfAction;
  readonly message?: string;
}

export interface PlaceSettings {
  /** Where processes have their folders; on the same disk as the folders of jobs. */
  readonly workDir: string;
  readonly onEvent: (event: EngineEvent) => void;
  readonly residentBytesMax: number;
  /** Above this after a job, a process is replaced. */
  readonly idleBytesMax: number;
  readonly jobsPerProcess: number;
  readonly timeoutsMs: Readonly<Record<PdfAction, number>>;
}

/** Room for one process at a time, one job at a time; the process is replaced when it is lost or worn out. */
export interface EnginePlace {
  run(job: EngineJob, signal: AbortSignal): Promise<PdfOutcome>;
  close(): Promise<void>;
}

type Loss = Exclude<ChildAnswer, { status: 'answered' }>;

function refusal(loss: Loss): PdfOutcome {
  const ground = loss.status === 'killed' ? loss.ground : 'crashed';
  const sentences = {
    time: 'file takes too long to read.',
    memory: 'file takes too much memory to read.',
    aborted: 'file was not read to the end.',
    died: 'file cannot be read.',
    crashed: 'file cannot be read.',
  } as const;
  return { status: 'refused', code: 'INVALID_PDF', message: sentences[ground] };
}

export function createEnginePlace(settings: PlaceSettings): EnginePlace {
  let jobsDone = 0;
  let current = start();

  function start(): Promise<EngineProcess> {
    jobsDone = 0;
    const starting = startEngineProcess(settings.workDir);
    // Whoever needs the process hears of it; until then it is nobody's error.
    starting.catch(() => undefined);
    return starting;
  }

  async function replace(child: EngineProcess): Promise<void> {
    current = start();
    await child.kill();
  }

  async function living(): Promise<EngineProcess> {
    const child = await current.catch(() => (current = start()));
    if (!child.hasExited()) return child;
    await replace(child);
    return current;
  }

  async function isWornOut(child: EngineProcess): Promise<boolean> {
    jobsDone += 1;
    if (jobsDone >= settings.jobsPerProcess) return true;
    return ((await residentBytes(child.pid)) ?? 0) > settings.idleBytesMax;
  }

  async function settle(child: EngineProcess, answer: ChildAnswer, job: EngineJob): Promise<PdfOutcome> {
    if (answer.status !== 'answered') {
      await replace(child);
      const ground = answer.status === 'killed' ? answer.ground : 'crashed';
      const detail = answer.status === 'crashed' ? { message: answer.message } : {};
      settings.onEvent({ ground, action: job.action, ...detail });
      return refusal(answer);
    }
    moveOut(answer, child.folder, job);
    if (answer.isSpent || (await isWornOut(child))) {
      await replace(child);
      settings.onEvent({ ground: 'spent', action: job.action });
    }
    return answer.outcome;
  }

  return {
    async run(job, signal) {
      const child = await living();
      signal.throwIfAborted();
      const { residentBytesMax, timeoutsMs } = settings;
      try {
        const message = moveIn(job, child.folder);
        const answer = await child.run(
          message,
          { residentBytesMax, timeoutMs: timeoutsMs[job.action] },
          signal,
        );
        const outcome = await settle(child, answer, job);
        signal.throwIfAborted();
        return outcome;
      } finally {
        emptyFolder(child.folder);
      }
    },
    async close() {
      const child = await current.catch(() => undefined);
      await child?.kill();
    },
  };
}
