import { mkdirSync, realpathSync } from 'node:fs';
import type { PdfOutcome } from '@reveille/tools';
import { createEnginePlace, type EngineEvent, type EnginePlace, type PlaceSettings } from './engine-slot.ts';
import type { EngineJob } from './job-folder.ts';

export type { EngineEvent };

export interface PdfEngine {
  /**
   * Does a job in a process of its own. A file that the process does not survive is refused with INVALID_PDF and never
   * tried again. Rejects with the signal's reason when aborted, and when no process can be started.
   */
  run(job: EngineJob, signal: AbortSignal): Promise<PdfOutcome>;
  /** Ends all processes; jobs that still wait are rejected. */
  close(): Promise<void>;
}

/** `workDir` is required; the rest has the values of production. */
export type EngineOptions = Partial<PlaceSettings> &
  Pick<PlaceSettings, 'workDir'> & { readonly processes?: number };

const defaults = {
  residentBytesMax: 700_000_000,
  idleBytesMax: 400_000_000,
  jobsPerProcess: 200,
  timeoutsMs: { 'get-info': 5_000, 'pdf-to-text': 30_000, split: 30_000, merge: 30_000 },
  onEvent: () => undefined,
} as const;

/** A child may read its folder under its real path only. */
function realFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return realpathSync(path);
}

/** Starts the processes for PDF work at once, so that the first request finds them warm. */
export function createPdfEngine({ processes = 2, ...options }: EngineOptions): PdfEngine {
  const settings = { ...defaults, ...options, workDir: realFolder(options.workDir) };
  const free: EnginePlace[] = Array.from({ length: processes }, () => createEnginePlace(settings));
  const all = [...free];
  const waiting: { readonly take: (place: EnginePlace) => void; readonly refuse: (error: Error) => void }[] =
    [];
  let isClosed = false;

  function place(signal: AbortSignal): Promise<EnginePlace> {
    const found = free.shift();
    if (found) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason as Error);
      };
      const entry = {
        take(given: EnginePlace) {
          signal.removeEventListener('abort', leave);
          resolve(given);
        },
        refuse(error: Error) {
          signal.removeEventListener('abort', leave);
          reject(error);
        },
      };
      waiting.push(entry);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  function giveBack(place: EnginePlace): void {
    const next = waiting.shift();
    if (next) next.take(place);
    else free.push(place);
  }

  return {
    async run(job, signal) {
      signal.throwIfAborted();
      if (isClosed) throw new Error('The PDF engine is closed.');
      const given = await place(signal);
      try {
        return await given.run(job, signal);
      } finally {
        giveBack(given);
      }
    },
    async close() {
      isClosed = true;
      for (const { refuse } of waiting.splice(0)) refuse(new Error('The PDF engine is closed.'));
      await Promise.all(all.map((place) => place.close()));
    },
  };
}
