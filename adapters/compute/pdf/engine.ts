import { mkdirSync, realpathSync } from 'node:fs';
import type { PdfOutcome } from '@reveille/pdf';
import { createEngineSlot, type EngineEvent, type EngineSlot, type SlotSettings } from './engine-slot.ts';
import { ANONYMOUS } from '../fair-queue.ts';
import { pdfProcessBytesMax } from '../memory.ts';
import type { QueueLimits } from '../limits.ts';
import { createTurns } from '../turns.ts';
import type { EngineJob } from './job-folder.ts';

export type { EngineEvent };

export interface PdfEngine {
  /** Starts one process in advance, so that the first job finds it warm. */
  warmUp(): void;
  /**
   * Runs a job in a separate process. A file that crashes the process is refused with INVALID_PDF and not retried.
   * Rejects with the signal's reason when aborted, and when no process can be started.
   */
  run(job: EngineJob, signal: AbortSignal): Promise<PdfOutcome>;
  /** Ends all processes; waiting jobs are rejected. */
  close(): Promise<void>;
}

/** Only `workDir` is required; the other defaults are for production. */
export type EngineOptions = Partial<SlotSettings & QueueLimits> &
  Pick<SlotSettings, 'workDir'> & { readonly processes?: number };

const defaults = {
  memoryBytesMax: pdfProcessBytesMax,
  idleBytesMax: 400_000_000,
  // The first hundreds run in code that is not optimized yet.
  jobsPerProcess: 2_000,
  timeoutsMs: { 'get-info': 5_000, 'pdf-to-text': 30_000, split: 30_000, merge: 30_000 },
  slack: 3,
  // A part of the minute that a caller waits is left for the queue.
  elapsedMsMax: 45_000,
  onEvent: () => undefined,
  // The worker takes only as many jobs as there are processes; fairness is left to Temporal's queue.
  waitMsMax: 60_000,
  waitingMax: 100,
} as const;

const busy = () => new Error('Too many PDFs are waiting.');

/** Permissions apply to real paths, so symlinks are resolved. */
function realFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return realpathSync(path);
}

/** Each process starts with the first job that finds no other free. */
export function createPdfEngine({ processes = 2, ...options }: EngineOptions): PdfEngine {
  const { waitMsMax, waitingMax, ...given } = { ...defaults, ...options };
  const settings = { ...given, workDir: realFolder(options.workDir) };
  const slots: readonly EngineSlot[] = Array.from({ length: processes }, () => createEngineSlot(settings));
  const turns = createTurns({ slots, waitMsMax, waitingMax, busy });

  return {
    warmUp: () => slots[0]?.prepare(),
    async run(job, signal) {
      const { slot, release } = await turns.take(ANONYMOUS, signal);
      try {
        return await slot.run(job, signal);
      } finally {
        release();
      }
    },
    async close() {
      turns.close(new Error('The PDF engine is closed.'));
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}
