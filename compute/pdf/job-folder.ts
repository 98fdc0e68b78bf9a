import { linkSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildJob, PdfAction } from '@reveille/tools';
import type { PdfWorkEnd } from './pdf-process.ts';

// Entries of folders only, microseconds each, and never the content of a file: done at once, because each step that is
// waited for costs more than all of them on a busy machine.

/** One request: file names in a folder, where the result is put too. */
export interface EngineJob {
  readonly dir: string;
  readonly action: PdfAction;
  readonly ranges: string | null;
  readonly inputs: readonly string[];
}

/** Shows the uploads of a job to a process, which sees its own folder only. Links cost nothing, whatever the size. */
export function moveIn(job: EngineJob, folder: string): ChildJob {
  // A sweep may have taken the folder of a process that had nothing to do for long.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const inputs = job.inputs.map((name, index) => {
    const path = join(folder, `${index + 1}.pdf`);
    linkSync(join(job.dir, name), path);
    return path;
  });
  return { action: job.action, ranges: job.ranges, inputs, outputDir: folder };
}

/** Takes the result out of the folder of the process, and nothing but a plain file. */
export function moveOut(answer: PdfWorkEnd, folder: string, job: EngineJob): void {
  if (answer.status !== 'answered' || answer.outcome.status !== 'done') return;
  const path = join(folder, answer.outcome.output);
  if (!lstatSync(path).isFile()) throw new Error('A PDF process left something that is no file.');
  renameSync(path, join(job.dir, answer.outcome.output));
}

/** Nothing of a job stays behind for the next one. The folder may be gone with its process. */
export function emptyFolder(folder: string): void {
  try {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
