import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, it } from 'vitest';
import { pdfActivities } from '#activities/pdf.ts';
import { createPdfEngine } from '#compute/pdf/engine.ts';
import { openBlobs } from '#blobs/open.ts';
import { createJobFiles } from '#store/jobs/job-files.ts';
import { createResultMessages } from '#store/jobs/result-messages.ts';
import { makePdf } from '#test/adapters/compute/pdf/support/make-pdf.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';
import { startApi, testRedis } from '#test/support/service.ts';

/** As the protocol names it: TASK_QUEUE_TYPE_ACTIVITY. */
const activityQueue = 2;

async function startCompute() {
  quietRuntime();
  const dataDir = await realpath(await mkdtemp(path.join(tmpdir(), 'reveille-fair-')));
  const address = inject('temporalAddress');
  const [connection, native] = [
    await Connection.connect({ address }),
    await NativeConnection.connect({ address }),
  ];
  const { workflowService } = new Client({ connection });
  const { redis } = await testRedis();

  /** How many jobs wait in the queue. */
  async function backlog(queue: string): Promise<number> {
    const { stats } = await workflowService.describeTaskQueue({
      namespace: 'default',
      taskQueue: { name: queue },
      taskQueueType: activityQueue,
      reportStats: true,
    });
    return Number(stats?.approximateBacklogCount ?? 0);
  }

  /** Serves the queue with one slot until `work` has ended. */
  async function serve<T>(queue: string, work: () => Promise<T>): Promise<T> {
    const pdfEngine = createPdfEngine({ workDir: path.join(dataDir, 'engines'), processes: 1 });
    const worker = await Worker.create({
      connection: native,
      taskQueue: queue,
      maxConcurrentActivityTaskExecutions: 1,
      activities: pdfActivities({
        jobFiles: createJobFiles({ dataDir, blobs: openBlobs({ DATA_DIR: dataDir }) }),
        pdfEngine,
        resultMessages: createResultMessages({ redis }),
      }),
    });
    try {
      return await worker.runUntil(work);
    } finally {
      await pdfEngine.close();
    }
  }

  return {
    dataDir,
    backlog,
    /** How many uploads are in the blob store. */
    uploads: async () => (await Array.fromAsync(openBlobs({ DATA_DIR: dataDir }).list('jobs'))).length,
    serve,
    [Symbol.asyncDispose]: async () => {
      await redis.close();
      await native.close();
      await connection.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function post(url: string, pdf: Uint8Array<ArrayBuffer>, client: string): Promise<Response> {
  const form = new FormData();
  form.set('action', 'pdf-to-text');
  form.set('file', new Blob([pdf]), 'a.pdf');
  const headers = { 'X-Forwarded-For': client };
  return await fetch(`${url}/api/tools/pdf`, { method: 'POST', headers, body: form });
}

it('a client has two jobs at the workers, and the PDF of another is not behind the rest', async () => {
  await using compute = await startCompute();
  await using api = await startApi({ DATA_DIR: compute.dataDir, TRUSTED_PROXY_HOPS: '1' });
  const pdf = new Uint8Array(await makePdf(1));
  const order: string[] = [];

  async function send(client: string): Promise<void> {
    const answer = await post(api.url, pdf, client);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    order.push(client);
  }

  const hog = Array.from({ length: 8 }, () => send('192.0.2.1'));
  // All eight are uploaded before the other client comes.
  await expect.poll(() => compute.uploads()).toBe(8);
  await expect.poll(() => compute.backlog(api.computeQueue)).toBe(2);
  const late = send('192.0.2.2');
  await expect.poll(() => compute.backlog(api.computeQueue)).toBe(3);
  await compute.serve(api.computeQueue, () => Promise.all([...hog, late]));
  expect(order).toHaveLength(9);
  expect(order.indexOf('192.0.2.2')).toBeLessThan(3);
});

it('large files that are no PDFs are refused without a worker', async () => {
  await using compute = await startCompute();
  await using api = await startApi({ DATA_DIR: compute.dataDir });
  const junk = Buffer.alloc(48_000_000, 'x');
  junk.write('%PDF-1.4\n');
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(api.url, junk, '192.0.2.1')));
  for (const answer of answers) {
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'INVALID_PDF',
      message: 'file is not a PDF, or is damaged beyond repair.',
    });
  }
  expect(await compute.backlog(api.computeQueue)).toBe(0);
  await expect.poll(() => compute.uploads()).toBe(0);
});
