import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, it } from 'vitest';
import { pdfActivities } from '../../../activities/pdf.ts';
import { createPdfEngine } from '../../../compute/pdf/engine.ts';
import { openBlobs } from '../../../blobs/open.ts';
import { createJobFiles } from '../../../store/jobs/job-files.ts';
import { createResultMessages } from '../../../store/jobs/result-messages.ts';
import { makePdf } from '../../compute/pdf/support/make-pdf.ts';
import { quietRuntime } from '../../support/quiet-runtime.ts';
import { startApi, testRedis } from '../../support/service.ts';

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
    serve,
    [Symbol.asyncDispose]: async () => {
      await redis.close();
      await native.close();
      await connection.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

it('the PDF of one client is not behind all of another: each client has a turn at the worker', async () => {
  await using compute = await startCompute();
  await using api = await startApi({ DATA_DIR: compute.dataDir, TRUSTED_PROXY_HOPS: '1' });
  const pdf = await makePdf(1);
  const order: string[] = [];

  async function send(client: string): Promise<void> {
    const form = new FormData();
    form.set('action', 'pdf-to-text');
    form.set('file', new Blob([pdf]), 'a.pdf');
    const headers = { 'X-Forwarded-For': client };
    const answer = await fetch(`${api.url}/api/tools/pdf`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    order.push(client);
  }

  const hog = Array.from({ length: 8 }, () => send('192.0.2.1'));
  await expect.poll(() => compute.backlog(api.computeQueue)).toBe(8);
  const late = send('192.0.2.2');
  await expect.poll(() => compute.backlog(api.computeQueue)).toBe(9);
  await compute.serve(api.computeQueue, () => Promise.all([...hog, late]));
  // The first task may be with the worker before the queue weighs whose turn it is.
  expect(order.indexOf('192.0.2.2')).toBeLessThan(4);
});
