import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { sweepFolders } from './sweep.ts';

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
