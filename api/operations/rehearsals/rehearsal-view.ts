import { z } from 'zod';

import {
  RehearsalState,
  RehearsalVerdict,
  RehearsedDelivery,
  verdictNames,
  verdicts,
} from '#contracts/rehearsal.ts';
import { Cost } from '#contracts/run.ts';
import { moneyOf } from '#domain/cost.ts';
import { pick } from '#domain/pick.ts';
import type { RehearsalRecord } from '#store/rehearsal/rehearsals.ts';
import { RehearsedChange } from './change-of.ts';

const count = z.int().min(0);

export const Bound = z
  .object({
    tokens: count.describe('Tokens, input and output.'),
    amountMicros: count
      .nullable()
      .describe('In millionths of a US dollar. Null where no price is recorded: the budget holds.'),
  })
  .describe('The most that the models are expected to cost, by what the runs of these deliveries cost.');

const counted = (verdict: RehearsalVerdict) =>
  count.describe(`How many have the verdict \`${verdict}\`: ${verdicts[verdict]}`);

const Counts = z.object({
  same: counted('same'),
  otherRequest: counted('otherRequest'),
  newlyRun: counted('newlyRun'),
  newlySkipped: counted('newlySkipped'),
  fails: counted('fails'),
  unknown: counted('unknown'),
});

export const Rehearsal = z.object({
  id: z.string(),
  automationId: z.string(),
  revision: z.int().describe('The revision that it was compared with at its start.'),
  state: RehearsalState,
  reason: z.string().nullable().describe('Why it failed. Null where it did not.'),
  of: count.describe('How many deliveries are played.'),
  done: count.describe('How many are played so far.'),
  ...Counts.shape,
  cost: Cost,
  bound: Bound,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable().describe('Null while it is running.'),
});

const RehearsalGroup = z.object({
  verdict: RehearsalVerdict,
  summary: z.string().describe('The difference that they have in common.'),
  count: count.describe('How many deliveries have it.'),
  firstId: z.string().describe('The first delivery of the group.'),
  first: RehearsedDelivery.nullable().describe(
    'It, with its requests. Null where it is erased, or beyond the first 20 groups.',
  ),
});

export const RehearsalWithItems = Rehearsal.extend({
  change: RehearsedChange.nullable().describe(
    'The difference from `revision`, as a body of `PATCH /manage/automations/{id}`, which saves it; with `basedOnRevision`, only where nothing was changed meanwhile. Null: there is none, or that revision is no longer kept.',
  ),
  groups: z.array(RehearsalGroup).describe('The deliveries by what differs, the largest group first.'),
  items: z
    .array(RehearsedDelivery)
    .describe('A page of the deliveries, in the order in which they are played.'),
  nextCursor: z
    .string()
    .nullable()
    .describe('`cursor` of the next page. Null at the end, or as far as it is played.'),
});

export function rehearsalView(record: RehearsalRecord): z.output<typeof Rehearsal> {
  const { inputTokens, outputTokens, micros, unpriced, boundMicros, finishedAt } = record;
  const isAsked = inputTokens + outputTokens > 0;
  const money = moneyOf(unpriced > 0 ? 'unknown' : isAsked ? 'estimated' : 'none', micros);
  return {
    ...pick(record, ['id', 'automationId', 'revision', 'state', 'reason', 'done', ...verdictNames]),
    of: record.deliveryIds.length,
    cost: { automationRuns: 0, inputTokens, outputTokens, money },
    bound: { tokens: record.boundTokens, amountMicros: boundMicros },
    startedAt: new Date(record.startedAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
  };
}
