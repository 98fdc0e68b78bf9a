import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Blobs } from '#blobs/blobs.ts';
import type { PdfOutcome } from '#contracts/pdf.ts';
import { createJobsFolder } from './folder.ts';
import { keyOfFile } from './names.ts';

interface Wanted {
  readonly jobId: string;
  /** Names of uploads, and that of the password. */
  readonly files: readonly string[];
}

export interface JobFiles {
  /** Below it are the folders of this machine; on its disk lie the files that processes work on. */
  readonly root: string;
  /**
   * Fetches the uploads of a job into a folder of this machine, where `work` processes them, and stores the file that
   * `work` names; then calls `onStored` with the outcome, and removes the folder. Undefined where an upload is not in the
   * blob store.
   */
  withFiles(
    job: Wanted,
    work: (dir: string) => Promise<PdfOutcome>,
    onStored?: (outcome: PdfOutcome) => void,
  ): Promise<PdfOutcome | undefined>;
}

export function createJobFiles({ dataDir, blobs }: { dataDir: string; blobs: Blobs }): JobFiles {
  const folder = createJobsFolder(dataDir);

  async function fetch(dir: string, { jobId, files }: Wanted): Promise<boolean> {
    for (const name of files) {
      if (!(await blobs.getFile(keyOfFile(jobId, name), join(dir, name)))) return false;
    }
    return true;
  }

  return {
    root: folder.root,
    async withFiles(job, work, onStored) {
      const dir = await mkdtemp(join(await folder.ready(), 'work-'));
      try {
        if (!(await fetch(dir, job))) return undefined;
        const outcome = await work(dir);
        if (outcome.status === 'done')
          await blobs.putFile(keyOfFile(job.jobId, outcome.output), join(dir, outcome.output));
        onStored?.(outcome);
        return outcome;
      } finally {
        await rm(dir, { recursive: true, force: true });
      }
    },
  };
}
