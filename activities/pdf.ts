import { ApplicationFailure } from '@temporalio/activity';
import type { PdfOutcome } from '@reveille/pdf';
import type { PdfJob } from '../contracts/pdf.ts';
import type { Jobs } from '../store/jobs/jobs.ts';
import type { PdfEngine } from '../compute/pdf/engine.ts';
import { withHeartbeat } from './with-heartbeat.ts';

/** PDF work. A refusal is a result, not a failure, so that Temporal does not retry it. */
export function pdfActivities({ jobs, pdfEngine }: { jobs: Pick<Jobs, 'locate'>; pdfEngine: PdfEngine }) {
  async function runPdfJob({ jobId, action, ranges, inputs }: PdfJob): Promise<PdfOutcome> {
    const dir = await jobs.locate(jobId);
    if (dir === undefined) throw folderMissing();
    const job = { dir, action, ranges, inputs };
    return withHeartbeat((signal) => pdfEngine.run(job, signal));
  }

  return { runPdfJob };
}

/** The next attempt may meet a worker that shares the folder of the API. */
function folderMissing(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'JobFolderMissing',
    message:
      'The files of a PDF job are not in the DATA_DIR of this worker. API and workers must share DATA_DIR.',
  });
}
