import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { access, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pdfUploadLimits } from '../../contracts/pdf.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { sweepFolders } from './sweep.ts';

/** A folder of its own for one request: uploads in, result out, then gone. */
export interface Job {
  readonly id: string;
  readonly dir: string;
  /** Names of the uploads so far, in the order they were added. */
  readonly inputs: readonly string[];
  /** Writes one upload to disk as it arrives. Throws PAYLOAD_TOO_LARGE once all uploads together exceed the limit. */
  addInput(stream: Readable): Promise<string>;
  /** Opens the file of a result for sending. */
  openOutput(name: string): Promise<{ readonly stream: ReadStream; readonly sizeBytes: number }>;
  /** Removes the folder with everything in it; may be called more than once. */
  remove(): Promise<void>;
}

export interface Jobs {
  /** Where all folders of jobs lie. */
  readonly root: string;
  open(): Promise<Job>;
  /** The folder of a job that another process opened; undefined when this process does not see it. */
  locate(jobId: string): Promise<string | undefined>;
  /** Removes what a crashed process left behind; safe beside running jobs. Resolves to the number of folders. */
  sweep(): Promise<number>;
}

/** Far beyond the time that a job can take, an upload over a slow line included. */
const abandonedAfterMs = 60 * 60_000;
const idPattern = /^job_[A-Za-z0-9_-]{20}$/;
const inputName = (index: number) => `input-${index + 1}.pdf`;

function counter(bytesMax: number) {
  let bytes = 0;
  return async function* count(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > bytesMax) {
        throw new DomainError(
          'PAYLOAD_TOO_LARGE',
          `file and files may hold at most ${bytesMax} bytes in all.`,
          {
            hint: 'Send smaller files, or fewer at a time.',
          },
        );
      }
      yield chunk;
    }
  };
}

async function openJob(root: string, bytesMax: number): Promise<Job> {
  const id = `job_${randomBytes(15).toString('base64url')}`;
  const dir = join(root, id);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const inputs: string[] = [];
  const count = counter(bytesMax);
  return {
    id,
    dir,
    inputs,
    async addInput(stream) {
      const name = inputName(inputs.length);
      inputs.push(name);
      await pipeline(stream, count, createWriteStream(join(dir, name), { flags: 'wx', mode: 0o600 }));
      return name;
    },
    async openOutput(name) {
      const path = join(dir, name);
      const { size } = await stat(path);
      return { stream: createReadStream(path), sizeBytes: size };
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

/** The files of PDF work, below the data folder. API and worker reach the same folder; only names travel between them. */
export function createJobs({
  dataDir,
  bytesMax = pdfUploadLimits.bytesMax,
}: {
  readonly dataDir: string;
  readonly bytesMax?: number;
}): Jobs {
  const root = join(dataDir, 'jobs');
  return {
    root,
    open: () => openJob(root, bytesMax),
    async locate(jobId) {
      // The id becomes a path: nothing but our own shape may pass.
      if (!idPattern.test(jobId)) throw new Error('Not the id of a job.');
      const dir = join(root, jobId);
      return await access(dir).then(
        () => dir,
        () => undefined,
      );
    },
    sweep: () => sweepFolders(root, Date.now() - abandonedAfterMs),
  };
}
