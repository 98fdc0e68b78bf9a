import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';

import type { PdfOutcome } from '@reveille/pdf';
import type { Blobs } from '#blobs/blobs.ts';
import { createFolderBlobs } from '#blobs/folder.ts';
import { createJobFiles } from '#store/jobs/job-files.ts';
import { createJobs } from '#store/jobs/jobs.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';

const folder = folderOfFile('jobs-');
const done = (output: 'result.json' | 'result.pdf'): PdfOutcome => ({
  status: 'done',
  output,
  mediaType: 'application/json',
  pageCount: 1,
  warnings: [],
});

let count = 0;
let apiDir: string;
let workerDir: string;
let blobFolder: string;
let blobs: Blobs;
beforeEach(() => {
  count += 1;
  [apiDir, workerDir, blobFolder] = [
    join(folder(), `api-${count}`),
    join(folder(), `worker-${count}`),
    join(folder(), `blobs-${count}`),
  ];
  blobs = createFolderBlobs({ folder: blobFolder });
});

const newJobs = (bytesMax?: number) =>
  createJobs({ dataDir: apiDir, blobs, ...(bytesMax !== undefined && { bytesMax }) });
const newFiles = () => createJobFiles({ dataDir: workerDir, blobs });
const stored = async () => (await Array.fromAsync(blobs.list('jobs'), ({ key }) => key)).toSorted();

describe('the files of a job', () => {
  it('reach a worker that shares no folder with the API, byte for byte, and its result comes back', async () => {
    const job = await newJobs().open();
    expect(await job.addInput(Readable.from([Buffer.from('a'), Buffer.from([0, 255])]))).toBe('input-1.pdf');
    expect(await job.addInput(Readable.from([Buffer.from('b')]))).toBe('input-2.pdf');
    const outcome = await newFiles().withFiles({ jobId: job.id, files: job.inputs }, async (dir) => {
      expect(await readFile(join(dir, 'input-1.pdf'))).toEqual(Buffer.from([97, 0, 255]));
      expect(await readFile(join(dir, 'input-2.pdf'), 'utf8')).toBe('b');
      await writeFile(join(dir, 'result.json'), '{"ok":1}');
      return done('result.json');
    });
    expect(outcome).toEqual(done('result.json'));
    const { stream, sizeBytes } = await job.openOutput('result.json');
    expect([await text(stream), sizeBytes]).toEqual(['{"ok":1}', 8]);
  });

  it('leave nothing anywhere once the job is removed, which may be done twice', async () => {
    const job = await newJobs().open();
    await job.addInput(Readable.from([Buffer.from('a')]));
    await newFiles().withFiles({ jobId: job.id, files: job.inputs }, async (dir) => {
      await writeFile(join(dir, 'result.pdf'), 'pdf');
      return done('result.pdf');
    });
    expect(await stored()).toEqual([`jobs/${job.id}/input-1.pdf`, `jobs/${job.id}/result.pdf`]);
    await job.remove();
    await job.remove();
    expect(await stored()).toEqual([]);
    for (const dir of [apiDir, workerDir]) expect(await readdir(join(dir, 'jobs'))).toEqual([]);
  });

  it('are gone as well where the job is removed while an upload is being stored', async () => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow: Blobs = {
      ...blobs,
      putFile: async (key, path) => {
        reached.resolve();
        await goOn.promise;
        await blobs.putFile(key, path);
      },
    };
    const job = await createJobs({ dataDir: apiDir, blobs: slow }).open();
    const added = job.addInput(Readable.from([Buffer.from('a')]));
    await reached.promise;
    const removed = job.remove();
    await removed;
    goOn.resolve();
    await Promise.allSettled([added]);
    expect(await stored()).toEqual([]);
  });

  it('are readable by their owner only', async () => {
    const job = await newJobs().open();
    await job.addInput(Readable.from([Buffer.from('a')]));
    await newFiles().withFiles({ jobId: job.id, files: job.inputs }, async (dir) => {
      expect((await stat(dir)).mode & 0o077).toBe(0);
      expect((await stat(join(dir, 'input-1.pdf'))).mode & 0o077).toBe(0);
      return { status: 'refused', code: 'INVALID_PDF', message: 'Not a PDF.' };
    });
    expect((await stat(join(apiDir, 'jobs', job.id))).mode & 0o077).toBe(0);
  });

  it('stay at the worker no longer than its work, also when that fails', async () => {
    const job = await newJobs().open();
    await job.addInput(Readable.from([Buffer.from('a')]));
    const work = () => Promise.reject(new Error('crashed'));
    await expect(newFiles().withFiles({ jobId: job.id, files: job.inputs }, work)).rejects.toThrow('crashed');
    expect(await readdir(join(workerDir, 'jobs'))).toEqual([]);
  });

  it('are told to be missing where the worker has another blob store', async () => {
    const job = await newJobs().open();
    await job.addInput(Readable.from([Buffer.from('a')]));
    const elsewhere = createFolderBlobs({ folder: join(workerDir, 'blobs') });
    const files = createJobFiles({ dataDir: workerDir, blobs: elsewhere });
    const work = () => Promise.reject(new Error('never called'));
    expect(await files.withFiles({ jobId: job.id, files: job.inputs }, work)).toBeUndefined();
  });

  it.each(['..', '../job_aaaaaaaaaaaaaaaaaaaa', 'job_a/../../../etc', ''])(
    'are not looked for below %j',
    async (jobId) => {
      const work = () => Promise.reject(new Error('never called'));
      await expect(newFiles().withFiles({ jobId, files: ['input-1.pdf'] }, work)).rejects.toThrow(
        'Not the id',
      );
    },
  );
});

describe('an upload', () => {
  it('is refused at the byte that is too much, counted over all uploads', async () => {
    const job = await newJobs(10).open();
    await job.addInput(Readable.from([Buffer.alloc(10)]));
    await expect(job.addInput(Readable.from([Buffer.alloc(1)]))).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
  });

  it('that is endless is read up to the limit', async () => {
    const job = await newJobs(1_000).open();
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(300));
      },
    });
    await expect(job.addInput(endless)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(endless.destroyed).toBe(true);
  });

  it('fails when the sender goes away half-way', async () => {
    const job = await newJobs().open();
    const upload = new PassThrough();
    upload.write('%PDF');
    const added = job.addInput(upload);
    upload.destroy(new Error('aborted'));
    await expect(added).rejects.toThrow('aborted');
  });
});

describe('the sweep', () => {
  const longAgo = new Date(Date.now() - 2 * 60 * 60_000);

  it('removes from the blob store what a crash left behind and leaves running jobs alone', async () => {
    const jobs = newJobs();
    const [running, abandoned] = [await jobs.open(), await jobs.open()];
    for (const job of [running, abandoned]) await job.addInput(Readable.from([Buffer.from('a')]));
    for (const name of await readdir(join(blobFolder, 'jobs'), { recursive: true }))
      if (name.includes(abandoned.id)) await utimes(join(blobFolder, 'jobs', name), longAgo, longAgo);
    expect(await jobs.sweep()).toBe(1);
    expect(await stored()).toEqual([`jobs/${running.id}/input-1.pdf`]);
  });

  it('does nothing before the first job', async () => {
    expect(await newJobs().sweep()).toBe(0);
  });
});

it('the first job of a process removes what a crash left on the disk of its machine', async () => {
  const left = join(apiDir, 'jobs', 'job_left-by-a-crash');
  await mkdir(join(left, 'deeper'), { recursive: true });
  await utimes(left, new Date(0), new Date(0));
  const job = await newJobs().open();
  expect(await readdir(join(apiDir, 'jobs'))).toEqual([job.id]);
});
