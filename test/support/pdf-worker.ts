import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { NativeConnection, Worker } from '@temporalio/worker';
import { inject } from 'vitest';

import { pdfActivities } from '#activities/pdf.ts';
import { openBlobs } from '#blobs/open.ts';
import { createJobFiles } from '#store/jobs/job-files.ts';
import { createResultMessages } from '#store/jobs/result-messages.ts';
import { createPdfEngine } from '#compute/pdf/engine.ts';
import { quietRuntime } from './quiet-runtime.ts';
import { startApi } from './service.ts';

type RunPdfJob = ReturnType<typeof pdfActivities>['runPdfJob'];

/** The API with a data folder of its own and a worker that does its PDF work; `around` is what happens around each job. */
export async function startPdfApi(
  env: Readonly<Record<string, string>> = {},
  around: (runPdfJob: RunPdfJob) => RunPdfJob = (runPdfJob) => runPdfJob,
) {
  quietRuntime();
  const dataDir = await realpath(await mkdtemp(path.join(tmpdir(), 'reveille-pdf-')));
  const api = await startApi({ DATA_DIR: dataDir, ...env }, { erasureWaitMs: 1 });
  const connection = await NativeConnection.connect({ address: inject('temporalAddress') });
  const pdfEngine = createPdfEngine({ workDir: path.join(dataDir, 'engines'), processes: 1 });
  const blobs = openBlobs({ DATA_DIR: dataDir });
  const { runPdfJob } = pdfActivities({
    jobFiles: createJobFiles({ dataDir, blobs }),
    pdfEngine,
    resultMessages: createResultMessages(api),
  });
  const worker = await Worker.create({
    connection,
    taskQueue: api.computeQueue,
    activities: { runPdfJob: around(runPdfJob) },
  });
  const running = worker.run();
  return {
    ...api,
    jobsDir: path.join(dataDir, 'jobs'),
    /** Files of jobs in the blob store. */
    jobBlobs: async () => await Array.fromAsync(blobs.list('jobs'), ({ key }) => key),
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      worker.shutdown();
      await running;
      await connection.close();
      await pdfEngine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
