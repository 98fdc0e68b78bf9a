import { z } from 'zod';

const epochMs = z.number().nonnegative();

/** The state of a rule for an automation, by the kind of its condition. Moments are epoch milliseconds. */
export const AlertMemory = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('first_failure'), isFailing: z.boolean() }),
  z.object({
    kind: z.literal('failures'),
    /** The last failures, at most as many as the rule counts. */
    at: z.array(epochMs),
    /** It tells nothing before. */
    restUntil: epochMs,
  }),
  z.object({
    kind: z.literal('silence'),
    /** From when on it counts: it was paused then, or a delivery came. */
    since: epochMs,
    isTold: z.boolean(),
  }),
  z.object({
    kind: z.literal('refused'),
    /** The last minute since the epoch whose refusals were told. */
    toldUpTo: z.int().nonnegative(),
  }),
  z.object({ kind: z.literal('held'), isTold: z.boolean() }),
  z.object({
    kind: z.enum(['shape_change', 'case_broken', 'connection_broken']),
    /** The changes that were told, the newest last; those before the last 500 are forgotten. */
    told: z.array(z.string()),
  }),
]);
export type AlertMemory = z.infer<typeof AlertMemory>;
