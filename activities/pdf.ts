import { ApplicationFailure } from '@temporalio/activity';
import type { PdfOutcome } from '@reveille/pdf';
import type { PdfJob } from '#contracts/pdf.ts';
import type { JobFiles } from '#store/jobs/job-files.ts';
import type { ResultMessages } from '#store/jobs/result-messages.ts';
import type { PdfEngine } from '#compute/pdf/engine.ts';
import { withHeartbeat } from './with-heartbeat.ts';

interface PdfDeps {
  readonly jobFiles: JobFiles;
  readonly pdfEngine: PdfEngine;
  readonly resultMessages: ResultMessages;
}

/** PDF work. A refusal is a result, not a failure, so that Temporal does not retry it. */
export function pdfActivities({ jobFiles, pdfEngine, resultMessages }: PdfDeps) {
  async function runPdfJob(job: PdfJob): Promise<PdfOutcome> {
    const { jobId, action, ranges, detail, inputs, password, answerTo } = job;
    const outcome = await withHeartbeat((signal) =>
      jobFiles.withFiles(
        { jobId, files: password === undefined ? inputs : [...inputs, password] },
        (dir) => pdfEngine.run({ dir, action, ranges, detail, inputs, password }, signal),
        // The caller need not wait until the folder is removed and the end is recorded.
        (stored) => answerTo !== undefined && resultMessages.tell(answerTo, jobId, stored),
      ),
    );
    if (outcome === undefined) throw filesMissing();
    return outcome;
  }

  return { runPdfJob };
}

/** The next attempt may meet a worker that shares the blob store of the API. */
function filesMissing(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'JobFilesMissing',
    message:
      'The files of a PDF job are not in the blob store of this worker. API and workers must share BLOBS_URL or, without it, DATA_DIR.',
  });
}
