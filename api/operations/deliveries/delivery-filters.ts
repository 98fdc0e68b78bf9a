import { z } from 'zod';

import { Outcome } from '#contracts/run.ts';
import { causeIdPattern } from '#domain/cause-id.ts';
import { invalidField } from '#domain/domain-error.ts';

const moment = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-22T08:00:00Z' });

export const ActivityFilters = z.object({
  outcome: Outcome.optional(),
  from: moment.optional().describe('They arrived at this time or later.'),
  to: moment.optional().describe('They arrived at this time or earlier.'),
  succeededLater: z
    .enum(['include', 'exclude'])
    .default('include')
    .describe('`exclude` leaves out those that were processed again, and succeeded then.'),
});

const text = (charsMax: number) => z.string().min(1, 'is empty').max(charsMax).optional();

/** Filters of the list over all automations. */
export const DeliveryFilters = ActivityFilters.extend({
  automationId: text(255).describe('Only deliveries of this automation, which may be deleted.'),
  deliveryIds: z
    .string()
    .transform((ids) => ids.split(','))
    .refine((ids) => ids.length <= 200, 'has more than 200 ids')
    .optional()
    .meta({ type: 'string', description: 'Those with these ids, separated by commas: at most 200.' }),
  eventId: text(255).describe('Exactly this event id.'),
  reference: text(1_000).describe('Exactly this `X-Service-Reference`.'),
  replayOf: text(255).describe('Only replays of the delivery with this id, while that is kept.'),
  causedBy: text(255).describe(
    "Only deliveries caused by requests of this delivery's run, by requests of this conversation, or by alerts of this rule.",
  ),
  causeId: z
    .string()
    .regex(causeIdPattern, 'is not the id of a cause')
    .optional()
    .describe('Only deliveries that failed for this cause.'),
  q: z
    .string()
    .trim()
    .min(1, 'is blank')
    .max(1_000)
    .optional()
    .describe(
      'A delivery id, event id or reference as a whole, or a part of one, of the title, of the answer, of the reason or of `targetSaid`, in upper or lower case.',
    ),
});

type Times = Pick<z.output<typeof ActivityFilters>, 'from' | 'to'>;

/** The filters as the store takes them. Throws INVALID_REQUEST. */
export function queryOf<Filters extends Times>({ from, to, ...filters }: Filters) {
  const fromMs = from === undefined ? undefined : Date.parse(from);
  const toMs = to === undefined ? undefined : Date.parse(to);
  if (fromMs !== undefined && toMs !== undefined && toMs < fromMs) throw invalidField('to', 'is before from');
  return { ...filters, fromMs, toMs };
}

export const exportNotes =
  'All that the filters let through, newest first, as a stream: the same filters as those of the list, without pages. A response that is cut off is not complete. Deliveries that arrive while it is read are not in it.';
