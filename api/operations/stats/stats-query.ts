import { z } from 'zod';

import { type StatsStep, statsSteps } from '#contracts/stats.ts';
import { invalidField } from '#domain/domain-error.ts';

/** So many are kept at least; shown without being asked for more. */
const most: Readonly<Record<StatsStep, number>> = { hour: 48, day: 400 };
const usual: Readonly<Record<StatsStep, number>> = { hour: 24, day: 30 };

export const StatsQuery = z.object({
  step: z.enum(statsSteps).default('hour').describe('Hour by hour, or day by day (UTC).'),
  last: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1')
    .optional()
    .describe(
      `How many, the current one included. Default: ${usual.hour} hours or ${usual.day} days. At most ${most.hour} hours or ${most.day} days.`,
    ),
});

/** The step and number of points. Throws INVALID_REQUEST. */
export function rangeOf({ step, last }: z.output<typeof StatsQuery>): { step: StatsStep; last: number } {
  const count = last === undefined ? usual[step] : Number(last);
  if (count > most[step]) throw invalidField('last', `is more than ${most[step]} ${step}s`);
  return { step, last: count };
}

export const statsNotes =
  'Deliveries count when they arrived, by how they ended; a replay is a delivery of its own. Counting began when the service learned to: days before that are filled in from the deliveries that are kept, duplicates and refusals are not.';
