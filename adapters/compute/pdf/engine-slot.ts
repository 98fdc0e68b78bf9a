import type { PdfAction, PdfOutcome } from '@reveille/pdf';
import { startPdfProcess, type PdfWorkEnd, type PdfProcess } from './pdf-process.ts';
import { emptyFolder, moveIn, moveOut, type EngineJob } from './job-folder.ts';
import { residentBytes } from '../processes/resident-bytes.ts';

/** For the log: a process was lost or replaced. Never shown to a caller. */
export interface EngineEvent {
  readonly reason: 'time' | 'memory' | 'aborted' | 'died' | 'crashed' | 'spent';
  readonly action: PdfAction;
  readonly message?: string;
}

export interface SlotSettings {
  /** Parent of the process folders; on the same disk as the folders of jobs, because files are hard-linked. */
  readonly workDir: string;
  readonly onEvent: (event: EngineEvent) => void;
  readonly memoryBytesMax: number;
  /** A process with more memory than this after a job is replaced. */
  readonly idleBytesMax: number;
  readonly jobsPerProcess: number;
  readonly timeoutsMs: Readonly<Record<PdfAction, number>>;
  /** How much longer a job may last while it waits for a processor, as a multiple of its time. */
  readonly slack: number;
  /** The longest that a job may last, whatever it waits for. */
  readonly elapsedMsMax: number;
}

/** Holds one process, which does one job at a time and is replaced when it is lost or due for recycling. */
export interface EngineSlot {
  /** Starts the process in advance; otherwise the first job does. */
  prepare(): void;
  run(job: EngineJob, signal: AbortSignal): Promise<PdfOutcome>;
  close(): Promise<void>;
}

type Loss = Exclude<PdfWorkEnd, { status: 'answered' }>;

function refusal(loss: Loss): PdfOutcome {
  const reason = loss.status === 'killed' ? loss.reason : 'crashed';
  const sentences = {
    time: 'file takes too long to read.',
    memory: 'file takes too much memory to read.',
    aborted: 'file was not read to the end.',
    died: 'file cannot be read.',
    crashed: 'file cannot be read.',
  } as const;
  return { status: 'refused', code: 'INVALID_PDF', message: sentences[reason] };
}

/** The process of a slot, started when it is needed and replaced when it is lost. */
function keepProcess(workDir: string) {
  let current: Promise<PdfProcess> | undefined;

  function start(): Promise<PdfProcess> {
    const starting = startPdfProcess(workDir);
    // The error is reported by the next job that awaits the process.
    starting.catch(() => undefined);
    return starting;
  }

  function prepare(): void {
    current ??= start();
  }

  async function replace(child: PdfProcess): Promise<void> {
    current = start();
    await child.kill();
  }

  async function living(): Promise<PdfProcess> {
    const child = await (current ??= start()).catch(() => (current = start()));
    if (!child.hasExited()) return child;
    await replace(child);
    return current;
  }

  async function close(): Promise<void> {
    const child = await current?.catch(() => undefined);
    await child?.kill();
  }

  return { prepare, replace, living, close };
}

export function createEngineSlot(settings: SlotSettings): EngineSlot {
  const { prepare, replace, living, close } = keepProcess(settings.workDir);
  const jobsDone = new WeakMap<PdfProcess, number>();

  async function isWornOut(child: PdfProcess): Promise<boolean> {
    const done = (jobsDone.get(child) ?? 0) + 1;
    jobsDone.set(child, done);
    if (done >= settings.jobsPerProcess) return true;
    return ((await residentBytes(child.pid)) ?? 0) > settings.idleBytesMax;
  }

  async function settle(child: PdfProcess, answer: PdfWorkEnd, job: EngineJob): Promise<PdfOutcome> {
    if (answer.status !== 'answered') {
      await replace(child);
      const reason = answer.status === 'killed' ? answer.reason : 'crashed';
      const detail = answer.status === 'crashed' ? { message: answer.message } : {};
      settings.onEvent({ reason, action: job.action, ...detail });
      return refusal(answer);
    }
    moveOut(answer, child.folder, job);
    if (answer.isSpent || (await isWornOut(child))) {
      await replace(child);
      settings.onEvent({ reason: 'spent', action: job.action });
    }
    return answer.outcome;
  }

  async function run(job: EngineJob, signal: AbortSignal): Promise<PdfOutcome> {
    const child = await living();
    signal.throwIfAborted();
    const timeoutMs = settings.timeoutsMs[job.action];
    const limits = {
      memoryBytesMax: settings.memoryBytesMax,
      timeoutMs,
      elapsedMsMax: Math.max(timeoutMs, Math.min(timeoutMs * settings.slack, settings.elapsedMsMax)),
    };
    try {
      const outcome = await settle(child, await child.run(moveIn(job, child.folder), limits, signal), job);
      signal.throwIfAborted();
      return outcome;
    } finally {
      emptyFolder(child.folder);
    }
  }

  return { prepare, run, close };
}
