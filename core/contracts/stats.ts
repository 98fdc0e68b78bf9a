import { z } from 'zod';

import { Outcome } from './run.ts';

const count = z.int().min(0);

const counted = {
  outcomes: z
    .record(Outcome, count)
    .describe('How many deliveries ended so, or are `running`, by when they arrived.'),
  duplicates: count.describe('How many arrived again. They are no deliveries of their own.'),
  refused: z
    .record(z.string(), count)
    .describe(
      'How many were refused, by the code of their answer, and as `SPAM` those in which the honeypot of a form was filled in; a code that did not occur is absent.',
    ),
};

export const statsSteps = ['hour', 'day'] as const;
export type StatsStep = (typeof statsSteps)[number];

/** The arrivals of an hour or a day. */
const StatsPoint = z.object({
  at: z.iso.datetime().describe('When the hour or the day (UTC) began.'),
  ...counted,
});
export type StatsPoint = z.infer<typeof StatsPoint>;

/** The arrivals of a period, hour by hour or day by day. */
export const Stats = z.object({
  step: z.enum(statsSteps).describe('The length of time that a point stands for.'),
  points: z.array(StatsPoint).describe('Oldest first, without gaps; the last one is not over yet.'),
  total: z.object(counted).describe('All points together.'),
});
export type Stats = z.infer<typeof Stats>;
