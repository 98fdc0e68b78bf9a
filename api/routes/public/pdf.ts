import { Router } from '@koa/router';
import type { ParameterizedContext } from 'koa';

import { PdfOutcome, readPdfRequest } from '@reveille/tools';
import { type PdfJob, pdfUploadLimits } from '../../../contracts/pdf.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Job, Jobs } from '../../../store/jobs/jobs.ts';
import type { ComputeRunner } from '../../../temporal/run-compute.ts';
import { clientOf } from '../../quota/client-of.ts';
import { readPdfUpload } from '../../body/pdf-upload.ts';
import type { AppState } from '../../state.ts';

interface PdfDeps {
  readonly jobs: Jobs;
  readonly compute: ComputeRunner;
  readonly logger: Logger;
}

type Done = Extract<PdfOutcome, { status: 'done' }>;

/** From the start of the work to its end, waiting for a free engine included. */
const jobTimeoutMs = 60_000;

/** PDF work: the upload goes to disk, a worker does the job, the file of the result is the answer. */
export function pdfRouter({ jobs, compute, logger }: PdfDeps) {
  const router = new Router<AppState>({ sensitive: true });

  async function carryOut(ctx: ParameterizedContext<AppState>, job: Job): Promise<void> {
    const { fields, inputs } = await readPdfUpload(ctx.req, job);
    const { action, ranges } = readPdfRequest(fields, pdfUploadLimits.filesMax);
    const input: PdfJob = { jobId: job.id, action, ranges, inputs: [...inputs] };
    const call = {
      activity: 'runPdfJob',
      id: job.id,
      input,
      summary: `${action}, ${inputs.length} ${inputs.length === 1 ? 'file' : 'files'}`,
      timeoutMs: jobTimeoutMs,
      fairnessKey: clientOf(ctx),
      isQuick: action === 'get-info',
    };
    const { output, mediaType, warnings } = doneOrThrow(
      PdfOutcome.parse(await compute.run(call, signalOf(ctx))),
    );
    const { stream, sizeBytes } = await job.openOutput(output);
    if (mediaType === 'application/pdf') ctx.attachment(action === 'merge' ? 'merged.pdf' : 'pages.pdf');
    // A download has no place for remarks. A list of tokens (RFC 9651) needs no more than commas.
    if (warnings.length > 0) ctx.set('PDF-Warnings', warnings.join(', '));
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.type = mediaType;
    ctx.length = sizeBytes;
    ctx.body = stream;
  }

  router.post('/api/tools/pdf', async (ctx) => {
    const job = await jobs.open();
    ctx.res.once('close', () => void remove(job));
    try {
      await carryOut(ctx, job);
    } catch (error) {
      await remove(job);
      throw error;
    }
  });

  /** What a worker writes at this very moment may stay behind; the sweep takes it later. */
  async function remove(job: Job): Promise<void> {
    await job
      .remove()
      .catch((error: unknown) => logger.warn({ jobId: job.id, error }, 'job folder not removed'));
  }

  return router;
}

function doneOrThrow(outcome: PdfOutcome): Done {
  switch (outcome.status) {
    case 'done':
      return outcome;
    case 'refused': {
      const { code, message, hint } = outcome;
      throw new DomainError(code, message, hint === undefined ? {} : { hint });
    }
  }
}

/** Aborts when the caller goes away: nobody would see the result. */
function signalOf(ctx: ParameterizedContext<AppState>): AbortSignal {
  const controller = new AbortController();
  ctx.res.once('close', () => controller.abort(new Error('The caller went away')));
  if (ctx.res.destroyed) controller.abort(new Error('The caller went away'));
  return controller.signal;
}
