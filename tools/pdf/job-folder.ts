import { link, lstat, mkdir, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { PdfAction } from '../../contracts/pdf.ts';
import type { ChildAnswer } from './engine-process.ts';
import type { ChildJob } from './messages.ts';

/** One request: file names in a folder, where the result is put too. */
export interface EngineJob {
  readonly dir: string;
  readonly action: PdfAction;
  readonly ranges: string | null;
  readonly inputs: readonly string[];
}

/** Shows the uploads of a job to a process, which sees its own folder only. Links cost nothing, whatever the size. */
export async function moveIn(job: EngineJob, folder: string): Promise<ChildJob> {
  const links = job.inputs.map(
    (name, index) => [join(job.dir, name), join(folder, `${index + 1}.pdf`)] as const,
  );
  const linkAll = () => Promise.all(links.map(([from, to]) => link(from, to)));
  await linkAll().catch(async () => {
    // A sweep took the folder of a process that had nothing to do for long.
    await emptyFolder(folder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await linkAll();
  });
  const inputs = links.map(([, path]) => path);
  return { action: job.action, ranges: job.ranges, inputs, outputDir: folder };
}

/** Takes the result out of the folder of the process, and nothing but a plain file. */
export async function moveOut(answer: ChildAnswer, folder: string, job: EngineJob): Promise<void> {
  if (answer.status !== 'answered' || answer.outcome.status !== 'done') return;
  const path = join(folder, answer.outcome.output);
  if (!(await lstat(path)).isFile()) throw new Error('A PDF process left something that is no file.');
  await rename(path, join(job.dir, answer.outcome.output));
}

/** Nothing of a job stays behind for the next one. */
export async function emptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.map((name) => remove(join(folder, name))));
}

/** Usually a plain file, which goes quickly. */
async function remove(path: string): Promise<void> {
  await unlink(path).catch(() => rm(path, { recursive: true, force: true }));
}
