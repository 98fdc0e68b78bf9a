import { z } from 'zod';

import {
  checkFirstLooks,
  type PdfAction,
  PdfInfo,
  type PdfOutcome,
  pdfPagesMax,
  PdfText,
  pdfWarningsText,
  readPdfPassword,
  readPdfRequest,
} from '@reveille/pdf';

import { type PdfJob, pdfUploadLimits } from '#contracts/pdf.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Turns } from '#compute/turns.ts';
import type { Logger } from '#platform/logger.ts';
import type { AwaitedResults } from '#store/jobs/awaited-results.ts';
import type { Job, Jobs } from '#store/jobs/jobs.ts';
import type { ComputeCall, ComputeRunner } from '#temporal/run-compute.ts';
import type { PdfUpload } from '../../body/pdf-upload.ts';
import { bytes, file } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { pdfBody, pdfSchema } from './pdf-body.ts';
import { runJob } from './run-job.ts';

interface Deps {
  readonly jobs: Jobs;
  readonly compute: ComputeRunner;
  /** Turns of clients, before their jobs are in the queue of the workers. */
  readonly pdfTurns: Turns<unknown>;
  /** The results of jobs that workers have done. */
  readonly awaitedResults: AwaitedResults;
  readonly logger: Logger;
}

/** Time limit of the job once its client has a turn, including the wait for a free engine. */
const jobTimeoutMs = 60_000;

/** Stores the upload, has a worker process it, and sends the result file. */
export const processPdf = ({ jobs, logger, ...deps }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/api/tools/pdf',
    id: 'processPdf',
    access: 'public',
    summary: 'Read, inspect, split or merge PDFs',
    description: [
      '| action | takes | gives |\n|---|---|---|\n| `pdf-to-text` | one PDF, `ranges` optional | JSON: the text of each page |\n| `get-info` | one PDF | JSON: pages, sizes, metadata |\n| `split` | one PDF, `ranges` required | a PDF of those pages, in that order |\n| `merge` | two or more PDFs, `file` before `files`, in the order sent | one PDF |',
      'Remarks on a result are in `warnings` of `pdf-to-text`, and in the header `PDF-Warnings` of every answer.',
      pdfWarningsText,
      'PDFs that need a password to open are opened with that in `password`, which is stored nowhere but with the files, for as long as the job lasts.',
      `At most ${pdfUploadLimits.filesMax} files, 50 MB in all, ${pdfPagesMax.toLocaleString('en')} pages.`,
      '```\ncurl -F action=split -F ranges=1,3-5 -F file=@report.pdf -o pages.pdf {base_url}/api/tools/pdf\n```',
    ].join('\n\n'),
    body: pdfBody(),
    answers: {
      200: file(
        'JSON for `pdf-to-text` and `get-info`, a download for `split` and `merge`.',
        {
          'application/json': z.discriminatedUnion('action', [PdfText, PdfInfo]),
          'application/pdf': pdfSchema,
        },
        ['PDF-Warnings'],
      ),
    },
    refusals: ['INVALID_PDF', 'PDF_ENCRYPTED', 'INVALID_PAGE_RANGES', 'INTERNAL_ERROR'],
    handle: async ({ client, body, signal: signalOf }) => {
      const signal = signalOf();
      const job = await jobs.open();
      let ended = Promise.resolve();
      const close = () => ended.then(() => remove(job, logger));
      signal.addEventListener('abort', () => void close(), { once: true });
      try {
        const request = await takeRequest(job, await body()(job));
        const input = { jobId: job.id, ...request, answerTo: deps.awaitedResults.channel };
        const { release } = await deps.pdfTurns.take(client, signal);
        const run = runJob(deps, callOf(input, client), signal);
        ended = run.ended.then(release);
        return await answerOf(job, request.action, await run.outcome);
      } catch (error) {
        // Files that were still being written when the sender went away. A refusal does not wait for that.
        void close();
        throw error;
      }
    },
  });

/** Throws where no PDF process needs to be asked. */
async function takeRequest(job: Job, { fields, inputs, looks }: PdfUpload) {
  const request = readPdfRequest(fields, pdfUploadLimits.filesMax);
  const password = readPdfPassword(fields);
  checkFirstLooks(looks);
  return { ...request, inputs, ...(password !== null && { password: await job.addPassword(password) }) };
}

const callOf = (input: PdfJob, client: string): ComputeCall => ({
  activity: 'runPdfJob',
  id: input.jobId,
  input,
  summary: `${input.action}, ${input.inputs.length} ${input.inputs.length === 1 ? 'file' : 'files'}`,
  timeoutMs: jobTimeoutMs,
  fairnessKey: client,
  isQuick: input.action === 'get-info',
});

async function answerOf(job: Job, action: PdfAction, outcome: PdfOutcome) {
  const { output, mediaType, warnings } = doneOrThrow(outcome);
  const { stream, sizeBytes } = await job.openOutput(output);
  const fileName = action === 'merge' ? 'merged.pdf' : 'pages.pdf';
  return {
    status: 200 as const,
    ...bytes(mediaType, stream, { sizeBytes, ...(mediaType === 'application/pdf' && { fileName }) }),
    // A download cannot carry warnings in its body. A structured-field list of tokens (RFC 9651) is comma-separated.
    ...(warnings.length > 0 && { headers: { 'PDF-Warnings': warnings.join(', ') } }),
  };
}

function doneOrThrow(outcome: PdfOutcome): Extract<PdfOutcome, { status: 'done' }> {
  if (outcome.status === 'done') return outcome;
  const { code, message, hint } = outcome;
  throw new DomainError(code, message, hint === undefined ? {} : { hint });
}

/** A worker may still be writing files; the sweep removes what is left. */
async function remove(job: Job, logger: Logger): Promise<void> {
  await job
    .remove()
    .catch((error: unknown) => logger.warn({ jobId: job.id, error }, 'job files not removed'));
}
