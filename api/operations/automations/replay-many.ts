import { z } from 'zod';

import { EndedOutcome } from '#contracts/run.ts';

export const Ended = EndedOutcome;
export const moment = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-22T08:00:00Z' });

/** The deliveries of an automation that are to be replayed. */
export const NewReplays = z.object({
  outcome: z
    .union([Ended, z.array(Ended).min(1)])
    .optional()
    .meta({
      description:
        'How they ended: one outcome, or several. Default: `failed`; with `deliveryIds`, whatever it was.',
    }),
  deliveryIds: z
    .array(z.string())
    .min(1)
    .max(200)
    .optional()
    .describe('These alone, replays among them. Ids that are not deliveries of the automation are ignored.'),
  causeId: z
    .string()
    .optional()
    .describe(
      'Those that failed for this cause, replays among them, as `GET /manage/causes/{causeId}` counts them: without `unknown_effect`, unless `outcome` has it.',
    ),
  from: moment.optional().describe('They arrived at this time or later. Default: whenever.'),
  to: moment.optional().describe('They arrived at this time or earlier. Default: until now.'),
  limit: z
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'At most so many are started. Absent: all, those for which there is no room now as soon as there is.',
    ),
  includeReplays: z.boolean().default(false).meta({
    description: 'Takes those too that are replays themselves, and ended so again.',
  }),
  cursor: z.string().min(1).optional().describe('`nextCursor` of the call before.'),
});

export const count = z.int().min(0);
const stops = [
  'slots',
  'rate',
  'storage',
  'budget',
  'paused',
  'deleted',
  'suspended',
  'unavailable',
] as const;
export type ReplayStop = (typeof stops)[number];

export const stoppedBy = z
  .enum(stops)
  .nullable()
  .describe(
    'The cause that kept the next one from being started: all `slots` of the workspace are taken, its `rate` or its `storage` is used up, or the `budget` of the automation, that was `paused` or `deleted`, the workspace `suspended`, or the service is `unavailable`. Null where nothing did.',
  );

/** A delivery that is not replayed with others. */
export const LeftOut = z.object({
  deliveryId: z.string(),
  reason: z
    .string()
    .describe(
      'Why, such as `POST api.example.com/orders was already answered 201: a replay would send it again.`',
    ),
});

/** The results of a replay. */
export const ReplaysStarted = z.object({
  replayed: count.describe('How many were started.'),
  deliveryIds: z.array(z.string()).describe('The new deliveries, in the order of the old ones.'),
  replayedBefore: count.describe('How many were passed over, because they had been replayed before.'),
  leftOut: count.describe(
    'How many succeeded later, by a run that processed them again, or failed after a write was answered, which another run would repeat.',
  ),
  leftOutDeliveries: z
    .array(LeftOut)
    .describe('The latter: `POST /manage/deliveries/{deliveryId}/replay` replays one all the same.'),
  notKept: count.describe('How many cannot be replayed, because their body is not kept.'),
  stoppedBy,
  remaining: count.describe('How many of them this call did not come to.'),
  continues: z
    .boolean()
    .describe(
      'Whether the service starts those that remain by itself, as room becomes free. False with a `limit`, where nothing remains, and where what stopped the call does not pass by itself: call again then.',
    ),
  goesOn: z
    .boolean()
    .meta({ deprecated: true, description: 'The same as `continues`, by its earlier name.' }),
  nextCursor: z
    .string()
    .nullable()
    .describe('`cursor` of the next call, which need not pass over the same ones again. Null at the end.'),
});
