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
import { pdfActivities } from '../../activities/pdf.ts';
import { createJobs } from '../../store/jobs/jobs.ts';
import { createComputeRunner } from '../../temporal/run-compute.ts';
import { createPdfEngine, type PdfEngine } from '../../compute/pdf/engine.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makePdf } from '../compute/pdf/support/make-pdf.ts';

const never = new AbortController().signal;

/** A worker may have another data folder than the API, by mistake. */
async function startPdfService(workerDataDir?: string) {
  quietRuntime();
  const dataDir = await mkdtemp(join(tmpdir(), 'pdf-service-'));
  const address = inject('temporalAddress');
  const taskQueues = { compute: `compute-${randomUUID()}`, runs: 'unused' };
  const [connection, native] = [
    await Connection.connect({ address }),
    await NativeConnection.connect({ address }),
  ];
  // Two views of one folder, as API and worker have them.
  const [apiJobs, workerJobs] = [createJobs({ dataDir }), createJobs({ dataDir: workerDataDir ?? dataDir })];
  const pdfEngine = createPdfEngine({ workDir: workerJobs.root, processes: 1 });
  const starts = new EventEmitter();
  const observed: PdfEngine = {
    ...pdfEngine,
    run(job, signal) {
      starts.emit('start');
      return pdfEngine.run(job, signal);
    },
  };
  const worker = await Worker.create({
    connection: native,
    taskQueue: taskQueues.compute,
    activities: pdfActivities({ jobs: workerJobs, pdfEngine: observed }),
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
    jobsLeft: async () => (await readdir(apiJobs.root)).filter((name) => name.startsWith('job_')),
    async stop() {
      worker.shutdown();
      await running;
      await pdfEngine.close();
      await connection.close();
      await native.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

describe('a PDF job at a worker', () => {
  let service: Awaited<ReturnType<typeof startPdfService>>;
  beforeAll(async () => {
    service = await startPdfService();
  });
  afterAll(() => service.stop());

  it('leaves its result in the job folder and passes on no more than its name', async () => {
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
    expect(await service.jobsLeft()).toEqual([]);
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
    const answer = service.run('pdf-to-text', null, await makePdf(2_000), caller.signal);
    void started.then(() => caller.abort(new Error('gone')));
    await expect(answer).rejects.toThrow('gone');
    expect((await service.run('get-info', null, await makePdf(1))).outcome.status).toBe('done');
    expect(await service.jobsLeft()).toEqual([]);
  });
});

it('says that API and workers must share DATA_DIR when a worker does not see the files', async () => {
  const service = await startPdfService(await temporaryFolder('pdf-other-data-'));
  try {
    await expect(service.run('get-info', null, await makePdf(1))).rejects.toThrow(
      'API and workers must share DATA_DIR',
    );
  } finally {
    await service.stop();
  }
});
