import { z } from 'zod';

const kinds = {
  answered: 'a target answered with the `status`.',
  failed: 'a request got no answer, or an e-mail was not taken.',
  refused: 'Network Access did not allow it, or it was not approved.',
  invalid: 'it was malformed.',
  unknown: 'it was cut off after it may have left.',
  expects: 'a request that is expected was not made.',
  answer: 'the answer is not JSON of the schema of the automation.',
  model: 'the model gave no answer that can be used.',
  needs_model: 'the offline rules did not understand every sentence.',
  other: 'none of these: `reason` of its deliveries says what.',
} as const;
type FailureKind = keyof typeof kinds;

/** The point at which a run failed: runs that have it in common fail for the same cause. */
export const Failure = z.object({
  kind: z.enum(Object.keys(kinds) as [FailureKind, ...FailureKind[]]).describe(
    `The thing that failed. ${Object.entries(kinds)
      .map(([kind, meaning]) => `\`${kind}\`: ${meaning}`)
      .join(' ')}`,
  ),
  target: z
    .string()
    .nullable()
    .describe(
      'The host of the request, with its port if that is a special one, or the address of the e-mail.',
    ),
  status: z.int().nullable().describe('The status that the target answered. Null where it did not.'),
});
export type Failure = z.infer<typeof Failure>;

/** The failure of a delivery, with the id of its cause. */
export const CausedFailure = Failure.extend({
  causeId: z
    .string()
    .describe('The cause that it shares with others of its automation: `GET /manage/causes/{causeId}`.'),
});
export type CausedFailure = z.infer<typeof CausedFailure>;
