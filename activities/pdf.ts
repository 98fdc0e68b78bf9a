import type { PdfOutcome } from '@reveille/pdf';
import type { PdfJob } from '../contracts/pdf.ts';
import type { Jobs } from '../store/jobs/jobs.ts';
import type { PdfEngine } from '../compute/pdf/engine.ts';
import { withHeartbeat } from './with-heartbeat.ts';

/** PDF work. A refusal is a result, not a failure, so that Temporal does not retry it. */
export function pdfActivities({ jobs, pdfEngine }: { jobs: Pick<Jobs, 'locate'>; pdfEngine: PdfEngine }) {
  async function runPdfJob({ jobId, action, ranges, inputs }: PdfJob): Promise<PdfOutcome> {
    const job = { dir: jobs.locate(jobId), action, ranges, inputs };
    return withHeartbeat((signal) => pdfEngine.run(job, signal));
  }

  return { runPdfJob };
}
