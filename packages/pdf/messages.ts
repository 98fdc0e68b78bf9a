import { z } from 'zod';
import { PdfAction, PdfDetail, PdfOutcome } from './pdf-answers.ts';

/** The message of the parent to a child: paths and options, never bytes of a file. */
export const ChildJob = z.object({
  action: PdfAction,
  ranges: z.string().nullable(),
  detail: PdfDetail,
  inputs: z.array(z.string()).min(1),
  /** The file that holds the password of the inputs that need one. */
  password: z.string().nullable(),
  /** The folder where the child puts its result. */
  outputDir: z.string(),
});
export type ChildJob = z.infer<typeof ChildJob>;

/** The messages of a child: once that it is ready, then one answer for each job. */
export const ChildMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('answered'),
    outcome: PdfOutcome,
    /** The process should not be used again. */
    isSpent: z.boolean(),
  }),
  /** A bug, provoked by the file; the message is for the log only. */
  z.object({ kind: z.literal('crashed'), message: z.string() }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;
