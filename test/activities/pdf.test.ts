import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PdfAction, PdfOutcome, PdfText } from '@reveille/pdf';
import { pdfActivities } from '#activities/pdf.ts';
import { openBlobs } from '#blobs/open.ts';
import { readConfig } from '#platform/config.ts';
import { createJobFiles } from '#store/jobs/job-files.ts';
import { createJobs } from '#store/jobs/jobs.ts';
import { createResultMessages } from '#store/jobs/result-messages.ts';
import { createComputeRunner } from '#temporal/run-compute.ts';
import { createPdfEngine, type PdfEngine } from '#compute/pdf/engine.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';
import { testRedis } from '#test/support/service.ts';
import { s3Command, startS3Server } from '#test/support/s3-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { longPdf, makePdf } from '#test/adapters/compute/pdf/support/make-pdf.ts';

const never = new AbortController().signal;
const newFolder = () => mkdtemp(join(tmpdir(), 'pdf-service-'));

type BlobSettings = Readonly<Record<string, string>>;

/** API and worker, each with a data folder of its own. Their blobs are in a bucket, or in the folder of the API. */
async function startPdfService(env: BlobSettings = {}, workerEnv: BlobSettings = env) {
  quietRuntime();
  const [dataDir, workerDataDir] = [await newFolder(), await newFolder()];
  const address = inject('temporalAddress');
  const taskQueues = { compute: `compute-${randomUUID()}`, runs: 'unused' };
  const [connection, native] = [
    await Connection.connect({ address }),
    await NativeConnection.connect({ address }),
  ];
  const blobs = openBlobs(readConfig({ DATA_DIR: dataDir, ...env }));
  const apiJobs = createJobs({ dataDir, blobs });
  const jobFiles = createJobFiles({
    dataDir: workerDataDir,
    blobs: openBlobs(readConfig({ DATA_DIR: dataDir, ...workerEnv })),
  });
  const pdfEngine = createPdfEngine({ workDir: jobFiles.root, processes: 1 });
  const starts = new EventEmitter();
  let holdsNext = false;
  const observed: PdfEngine = {
    ...pdfEngine,
    async run(job, signal) {
      const isHeld = holdsNext;
      holdsNext = false;
      starts.emit('start');
      const outcome = await pdfEngine.run(job, signal);
      // However fast a job is, it is not over before it is told that its caller has gone.
      if (isHeld && !signal?.aborted) await once(signal!, 'abort');
      signal?.throwIfAborted();
      return outcome;
    },
  };
  const { redis } = await testRedis();
  const resultMessages = createResultMessages({ redis });
  const worker = await Worker.create({
    connection: native,
    taskQueue: taskQueues.compute,
    activities: pdfActivities({ jobFiles, pdfEngine: observed, resultMessages }),
  });
  const running = worker.run();
  const runner = createComputeRunner({ client: new Client({ connection }), taskQueues });

  async function run(action: PdfAction, ranges: string | null, file: Uint8Array, signal = never) {
    const job = await apiJobs.open();
    try {
      await job.addInput(Readable.from([Buffer.from(file)]));
      const input = { jobId: job.id, action, ranges, inputs: job.inputs };
      const call = { activity: 'runPdfJob', id: job.id, input, summary: `PDF ${action}`, timeoutMs: 60_000 };
      const outcome = PdfOutcome.parse(await runner.run(call, signal));
      if (outcome.status === 'refused') return { outcome, content: '' };
      const { stream } = await job.openOutput(outcome.output);
      return { outcome, content: await text(stream) };
    } finally {
      await job.remove();
    }
  }

  return {
    run,
    nextStart: () => once(starts, 'start'),
    /** The next job ends by its signal alone. */
    holdNext() {
      holdsNext = true;
    },
    /** In the blob store and on both disks, the folder of the warm process aside. */
    filesLeft: async () => {
      const folders = [dataDir, workerDataDir].map((dir) => readdir(join(dir, 'jobs')));
      return [
        ...(await Array.fromAsync(blobs.list('jobs'), ({ key }) => key)),
        ...(await Promise.all(folders)).flat().filter((name) => /^(job_|work-)/.test(name)),
      ];
    },
    async stop() {
      worker.shutdown();
      await running;
      await pdfEngine.close();
      await redis.close();
      await connection.close();
      await native.close();
      for (const dir of [dataDir, workerDataDir]) await rm(dir, { recursive: true, force: true });
    },
  };
}

describe('a PDF job at a worker', () => {
  let service: Awaited<ReturnType<typeof startPdfService>>;
  beforeAll(async () => {
    service = await startPdfService();
  });
  afterAll(() => service.stop());

  it('leaves its result in the blob store and passes on no more than its name', async () => {
    const { outcome, content } = await service.run('pdf-to-text', '2', await makePdf(30));
    expect(outcome).toEqual({
      status: 'done',
      output: 'result.json',
      mediaType: 'application/json',
      pageCount: 30,
      warnings: [],
    });
    expect(PdfText.parse(JSON.parse(content)).pages).toEqual([
      { page: 2, text: expect.stringContaining('Secret2Page') },
    ]);
    expect(await service.filesLeft()).toEqual([]);
  });

  it('hands a refusal over as a result, which is not tried again', async () => {
    const { outcome } = await service.run('split', '9', await makePdf(2));
    expect(outcome).toMatchObject({
      status: 'refused',
      code: 'INVALID_PAGE_RANGES',
      message: expect.stringContaining('"9"'),
    });
  });

  it('ends when the caller goes away, and the next job is done', async () => {
    const caller = new AbortController();
    const started = service.nextStart();
    service.holdNext();
    const answer = service.run('pdf-to-text', null, longPdf(2_000), caller.signal);
    void started.then(() => caller.abort(new Error('gone')));
    await expect(answer).rejects.toThrow('gone');
    expect((await service.run('get-info', null, await makePdf(1))).outcome.status).toBe('done');
    await expect.poll(() => service.filesLeft()).toEqual([]);
  });
});

it.skipIf(s3Command === undefined)(
  'a worker that shares nothing but a bucket with the API does its PDF work',
  async () => {
    await using server = await startS3Server(await temporaryFolder('pdf-s3-'));
    const service = await startPdfService({ BLOBS_URL: server.url });
    try {
      const refused = await service.run('split', '9', await makePdf(2));
      expect(refused.outcome).toMatchObject({ status: 'refused', code: 'INVALID_PAGE_RANGES' });
      expect(refused.content).toBe('');
      const split = await service.run('split', '1', await makePdf(2));
      expect(split.outcome).toMatchObject({ status: 'done', mediaType: 'application/pdf' });
      expect(split.content).toMatch(/^%PDF-/);
      expect(await service.filesLeft()).toEqual([]);
    } finally {
      await service.stop();
    }
  },
);

it('says what API and workers must share when a worker does not see the files', async () => {
  const service = await startPdfService({}, { DATA_DIR: await temporaryFolder('pdf-other-data-') });
  try {
    await expect(service.run('get-info', null, await makePdf(1))).rejects.toThrow(
      'API and workers must share BLOBS_URL or, without it, DATA_DIR',
    );
  } finally {
    await service.stop();
  }
});
