import { z } from 'zod';

import { CausedFailure } from '#contracts/failure.ts';
import { Outcome } from '#contracts/run.ts';
import { count } from '../automations/replay-many.ts';
import type { FailedRow } from './find-failures.ts';

const Failed = z.object({ deliveryId: z.string(), receivedAt: z.iso.datetime() });

export const FailureCause = CausedFailure.extend({
  automationId: z.string(),
  automationName: z.string().describe('Its name when the last of them was accepted.'),
  outcome: Outcome,
  count: count.describe('How many deliveries failed for it, replays among them.'),
  open: count.describe('How many of them nothing processes again yet.'),
  first: Failed.describe('The first of them that arrived.'),
  last: Failed.describe('The last of them that arrived.'),
});
export type FailureCause = z.infer<typeof FailureCause>;

export const searchedTo = z.iso
  .datetime()
  .nullable()
  .describe(
    'Set if there are more: the 1,000 newest failed deliveries were looked at, back to this time. With it as `to` the next call goes on. Null otherwise.',
  );

/** The causes of failed deliveries, given newest first; that of the newest comes first. */
export const causesOf = (rows: readonly FailedRow[]): readonly FailureCause[] =>
  [...Map.groupBy(rows, ({ failure }) => failure.causeId).values()].map(causeOf);

function causeOf(rows: readonly FailedRow[]): FailureCause {
  const [last, first] = [rows[0], rows.at(-1)] as [FailedRow, FailedRow];
  const { automationId, automationName, outcome, failure } = last;
  return {
    ...failure,
    automationId,
    automationName,
    outcome,
    count: rows.length,
    open: rows.filter(({ ranAs }) => ranAs === null).length,
    first: placed(first),
    last: placed(last),
  };
}

const placed = ({ deliveryId, receivedAt }: FailedRow) => ({ deliveryId, receivedAt });
