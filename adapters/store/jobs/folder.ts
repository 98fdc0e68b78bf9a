import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface JobsFolder {
  readonly root: string;
  /** Makes the folder; removes what a crash left there, at most once an hour. Resolves to its path. */
  readonly ready: () => Promise<string>;
}

/** Far beyond the time that a job can take, an upload over a slow line included. */
const abandonedAfterMs = 60 * 60_000;

/** The folder on this machine for files of PDF work while a process reads or writes them. */
export function createJobsFolder(dataDir: string): JobsFolder {
  const root = join(dataDir, 'jobs');
  let sweptAtMs = -Infinity;
  return {
    root,
    async ready() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const nowMs = Date.now();
      if (nowMs - sweptAtMs >= abandonedAfterMs) {
        sweptAtMs = nowMs;
        await sweepFolders(root, nowMs - abandonedAfterMs);
      }
      return root;
    },
  };
}

/** Removes the entries of a folder that were last changed before `beforeMs`. Resolves to how many those were. */
async function sweepFolders(root: string, beforeMs: number): Promise<number> {
  const names = await readdir(root).catch(ignoreMissing);
  const removed = await Promise.all((names ?? []).map((name) => sweepOne(join(root, name), beforeMs)));
  return removed.filter(Boolean).length;
}

async function sweepOne(path: string, beforeMs: number): Promise<boolean> {
  const entry = await stat(path).catch(ignoreMissing);
  if (!entry || entry.mtimeMs >= beforeMs) return false;
  await rm(path, { recursive: true, force: true });
  return true;
}

/** Another process may sweep at the same time. */
function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
