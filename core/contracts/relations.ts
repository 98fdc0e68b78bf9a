import { z } from 'zod';

import { CausedBy } from './cause.ts';
import { Dedupe, Repeat } from './event.ts';
import { CausedFailure } from './failure.ts';
import { Outcome } from './run.ts';

/** How a delivery is related to others. */
export const relations = {
  dedupe: Dedupe,
  duplicates: z.int().describe('How often the same event arrived again. Nothing was done about those.'),
  lastDuplicateAt: z.iso.datetime().nullable().describe('When it arrived again last. Null where it did not.'),
  repeats: z
    .array(Repeat)
    .describe(
      'The last ten of those that arrived again, newest first. The body of the last one with another body is kept.',
    ),
  replayOf: z
    .string()
    .nullable()
    .describe('The delivery that this one processes again. Null for what a sender sent.'),
  runOf: z
    .string()
    .nullable()
    .describe(
      'The delivery that was skipped before any run was started, and that this one runs. Null: it is none of those.',
    ),
  ranAs: z
    .string()
    .nullable()
    .describe('The newest delivery that processes this one again, or runs it. Null: there is none.'),
  ranOutcome: Outcome.nullable().describe(
    'The outcome of `ranAs`, or of what processes that again. Null: there is none, or it is gone.',
  ),
  causedBy: CausedBy,
  failure: CausedFailure.nullable().describe(
    'The point at which it failed. Null where it did not, and where that is not known: in lists, of what an earlier release ended.',
  ),
};
