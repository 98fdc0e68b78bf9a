import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from '../../../store/jobs/jobs.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jobs-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('a job folder', () => {
  it('holds the uploads under plain names, in order, byte for byte', async () => {
    const job = await createJobs({ dataDir }).open();
    expect(await job.addInput(Readable.from([Buffer.from('a'), Buffer.from([0, 255])]))).toBe('input-1.pdf');
    expect(await job.addInput(Readable.from([Buffer.from('b')]))).toBe('input-2.pdf');
    expect(job.inputs).toEqual(['input-1.pdf', 'input-2.pdf']);
    expect(await readFile(join(job.dir, 'input-1.pdf'))).toEqual(Buffer.from([97, 0, 255]));
  });

  it('is readable by its owner only', async () => {
    const job = await createJobs({ dataDir }).open();
    await job.addInput(Readable.from([Buffer.from('a')]));
    expect((await stat(job.dir)).mode & 0o077).toBe(0);
    expect((await stat(join(job.dir, 'input-1.pdf'))).mode & 0o077).toBe(0);
  });

  it('refuses the byte that is too much, counted over all uploads', async () => {
    const job = await createJobs({ dataDir, bytesMax: 10 }).open();
    await job.addInput(Readable.from([Buffer.alloc(10)]));
    await expect(job.addInput(Readable.from([Buffer.alloc(1)]))).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
  });

  it('stops reading an endless upload at the limit', async () => {
    const job = await createJobs({ dataDir, bytesMax: 1_000 }).open();
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(300));
      },
    });
    await expect(job.addInput(endless)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(endless.destroyed).toBe(true);
  });

  it('fails when the sender goes away half-way', async () => {
    const job = await createJobs({ dataDir }).open();
    const upload = new PassThrough();
    upload.write('%PDF');
    const added = job.addInput(upload);
    upload.destroy(new Error('aborted'));
    await expect(added).rejects.toThrow('aborted');
  });

  it('streams a result and is gone after remove, which may be called twice', async () => {
    const jobs = createJobs({ dataDir });
    const job = await jobs.open();
    await writeFile(join((await jobs.locate(job.id))!, 'result.json'), '{"ok":1}');
    const { stream, sizeBytes } = await job.openOutput('result.json');
    expect([await text(stream), sizeBytes]).toEqual(['{"ok":1}', 8]);
    await job.remove();
    await job.remove();
    expect(await jobs.locate(job.id)).toBeUndefined();
    expect(await readdir(jobs.root)).toEqual([]);
  });

  it.each(['..', '../job_aaaaaaaaaaaaaaaaaaaa', 'job_a/../../../etc', ''])(
    'does not locate %j',
    async (id) => {
      await expect(createJobs({ dataDir }).locate(id)).rejects.toThrow('Not the id');
    },
  );
});

describe('the sweep', () => {
  it('removes what a crash left behind and leaves running jobs alone', async () => {
    const jobs = createJobs({ dataDir });
    const [running, abandoned] = [await jobs.open(), await jobs.open()];
    await mkdir(join(abandoned.dir, 'deeper'));
    const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
    await utimes(abandoned.dir, longAgo, longAgo);
    expect(await jobs.sweep()).toBe(1);
    expect(await readdir(jobs.root)).toEqual([running.id]);
  });

  it('does nothing before the first job', async () => {
    expect(await createJobs({ dataDir }).sweep()).toBe(0);
  });
});
