import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChildJob, ChildMessage, type PdfOutcome, pdfProgram } from '@reveille/pdf';
import type { WorkLimits } from '../limits.ts';
import { compileCacheFor } from '../processes/compile-cache.ts';
import { startComputeProcess, type WorkEnd } from '../processes/compute-process.ts';
import type { ProcessRights } from '../processes/fork-options.ts';
import { readablePaths } from '../processes/program.ts';

/** How a PDF job ended. The process is lost unless the status is `answered`. */
export type PdfWorkEnd =
  | { readonly status: 'answered'; readonly outcome: PdfOutcome; readonly isSpent: boolean }
  | { readonly status: 'crashed'; readonly message: string }
  | Extract<WorkEnd, { status: 'killed' }>;

export interface PdfProcess {
  readonly pid: number;
  /** The only folder that the process can write to. */
  readonly folder: string;
  readonly hasExited: () => boolean;
  readonly run: (job: ChildJob, limits: WorkLimits, signal: AbortSignal) => Promise<PdfWorkEnd>;
  /** Ends the process at once and removes its folder. */
  readonly kill: () => Promise<void>;
}

/** Permissions of a PDF process: its own code, its own folder, no code generation from strings. */
export function pdfRights(ownFolder: string): ProcessRights {
  return {
    readable: readablePaths(pdfProgram),
    ownFolder,
    compileCache: compileCacheFor('pdf'),
    nodeOptions: [
      '--max-old-space-size=512',
      // Copies fewer short-lived objects and leaves a quarter less memory in use after a long text.
      '--max-semi-space-size=16',
      '--disallow-code-generation-from-strings',
    ],
  };
}

function readEnd(end: WorkEnd): PdfWorkEnd {
  if (end.status === 'killed') return end;
  const { data } = ChildMessage.safeParse(end.message);
  if (data?.kind === 'answered') return { status: 'answered', outcome: data.outcome, isSpent: data.isSpent };
  return { status: 'crashed', message: data?.kind === 'crashed' ? data.message : 'Unknown message.' };
}

/** Starts a PDF process in a new folder and resolves when it is warm. */
export async function startPdfProcess(workDir: string): Promise<PdfProcess> {
  const folder = join(workDir, `engine_${randomBytes(9).toString('base64url')}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const child = await startComputeProcess(pdfProgram.entry, pdfRights(folder)).catch(
    async (error: unknown) => {
      await removeFolder();
      throw error;
    },
  );
  return {
    pid: child.pid,
    folder,
    hasExited: child.hasExited,
    run: async (job, limits, signal) => readEnd(await child.run(job, limits, signal)),
    async kill() {
      await child.kill();
      await removeFolder();
    },
  };
}
