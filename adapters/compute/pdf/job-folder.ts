import { linkSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildJob, PdfAction, PdfDetail } from '@reveille/pdf';
import type { PdfWorkEnd } from './pdf-process.ts';

// Synchronous on purpose: these are directory operations of microseconds, and on a busy machine awaiting each one costs
// more than all of them together.

/** One request: file names in a folder, which also receives the result. */
export interface EngineJob {
  readonly dir: string;
  readonly action: PdfAction;
  readonly ranges: string | null;
  /** `pages` where absent. */
  readonly detail?: PdfDetail | undefined;
  readonly inputs: readonly string[];
  /** The name of the file with the password of the inputs. */
  readonly password?: string | undefined;
}

/** Hard-links the uploads of a job into the folder of a process, the only one it can read; no copying. */
export function moveIn(job: EngineJob, folder: string): ChildJob {
  // A sweep may have removed the folder of a process that was idle for long.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  function link(name: string, as: string): string {
    const path = join(folder, as);
    linkSync(join(job.dir, name), path);
    return path;
  }

  return {
    action: job.action,
    ranges: job.ranges,
    detail: job.detail ?? 'pages',
    inputs: job.inputs.map((name, index) => link(name, `${index + 1}.pdf`)),
    password: job.password === undefined ? null : link(job.password, 'password'),
    outputDir: folder,
  };
}

/** Moves the result out of the process folder; accepts only a regular file. */
export function moveOut(answer: PdfWorkEnd, folder: string, job: EngineJob): void {
  if (answer.status !== 'answered' || answer.outcome.status !== 'done') return;
  const path = join(folder, answer.outcome.output);
  if (!lstatSync(path).isFile()) throw new Error('The result of a PDF process is not a regular file.');
  renameSync(path, join(job.dir, answer.outcome.output));
}

/** Removes everything of a job before the next one. The folder may be gone with its process. */
export function emptyFolder(folder: string): void {
  try {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
