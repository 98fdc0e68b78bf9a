import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Blobs, StoredBlob } from '#blobs/blobs.ts';
import { pdfUploadLimits } from '#contracts/pdf.ts';
import { createJobsFolder, type JobsFolder } from './folder.ts';
import { jobsArea, keyOfFile, outputs, passwordName } from './names.ts';
import { DomainError } from '#domain/domain-error.ts';

/** The files of one request: uploads in, result out, then gone. */
export interface Job {
  readonly id: string;
  /** Names of the uploads so far, in the order they were added. */
  readonly inputs: readonly string[];
  /** Stores one upload as it arrives. Throws PAYLOAD_TOO_LARGE once all uploads together exceed the limit. */
  addInput(stream: AsyncIterable<Buffer>): Promise<string>;
  /** Stores the password of the uploads, which goes the way of the files: it is in no record and gone with them. */
  addPassword(password: string): Promise<string>;
  openOutput(name: string): Promise<StoredBlob>;
  /** Removes all of them; may be called more than once, and while one is being stored. */
  remove(): Promise<void>;
}

export interface Jobs {
  open(): Promise<Job>;
  /** Removes what a crashed process left in the blob store; safe beside running jobs. Resolves to the number of files. */
  sweep(): Promise<number>;
}

/** Far beyond the time that a job can take, an upload over a slow line included. */
const abandonedAfterMs = 60 * 60_000;

interface Deps {
  readonly dataDir: string;
  readonly blobs: Blobs;
  readonly bytesMax?: number;
}

/**
 * The files of PDF work as the API sees them. They reach the worker through the blob store; only names travel between the
 * processes. An upload is of unknown length while it arrives, so it waits on the disk of this machine until it is whole.
 */
export function createJobs({ dataDir, blobs, bytesMax = pdfUploadLimits.bytesMax }: Deps): Jobs {
  const folder = createJobsFolder(dataDir);
  return {
    open: () => openJob({ folder, blobs, bytesMax }),
    async sweep() {
      let removed = 0;
      for await (const { key, storedAtMs } of blobs.list(jobsArea)) {
        if (storedAtMs >= Date.now() - abandonedAfterMs) continue;
        await blobs.delete(key);
        removed += 1;
      }
      return removed;
    },
  };
}

async function openJob({
  folder,
  blobs,
  bytesMax,
}: {
  readonly folder: JobsFolder;
  readonly blobs: Blobs;
  readonly bytesMax: number;
}): Promise<Job> {
  const id = `job_${randomBytes(15).toString('base64url')}`;
  const root = await folder.ready();
  const dir = join(root, id);
  await mkdir(dir, { mode: 0o700 });
  const inputs: string[] = [];
  const stored: string[] = [];
  const count = countBytes(bytesMax);
  let isRemoved = false;

  async function store(name: string, bytes: AsyncIterable<Buffer>): Promise<string> {
    stored.push(name);
    const path = join(dir, name);
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    await blobs.putFile(keyOfFile(id, name), path);
    if (isRemoved) await blobs.delete(keyOfFile(id, name));
    return name;
  }

  async function addInput(stream: AsyncIterable<Buffer>): Promise<string> {
    const name = `input-${inputs.length + 1}.pdf`;
    inputs.push(name);
    return store(name, count(stream));
  }

  return {
    id,
    inputs,
    addInput,
    addPassword: (password) => store(passwordName, Readable.from([Buffer.from(password)])),
    async openOutput(name) {
      const output = await blobs.get(keyOfFile(id, name));
      if (output === undefined) throw new Error('The result of a job is gone.');
      return output;
    },
    async remove() {
      isRemoved = true;
      await rm(dir, { recursive: true, force: true });
      await Promise.all([...stored, ...outputs].map((name) => blobs.delete(keyOfFile(id, name))));
    },
  };
}

/** Passes on what arrives; throws PAYLOAD_TOO_LARGE once all streams together exceed the limit. */
function countBytes(bytesMax: number) {
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
