import { z } from 'zod';

import { defineCapability } from './capability.ts';

/** The words that models write for nothing. */
const nothing =
  /^["'(]*(?:|none|no|null|nil|n\/?a|nothing|undefined|false|no (?:failures?|errors?)|[-–—]+)[.!"')]*$/i;

const failureOf = (text: string | null | undefined): string | null =>
  text == null || nothing.test(text.trim()) ? null : text;

/** Ends the run; a turn converts its input to the answer. */
export const finish = defineCapability({
  kind: 'finish',
  name: 'finish',
  description: 'Ends the run with the final answer. Call it alone.',
  wireInput: z.object({
    answer: z.string().describe('A report of the work, for the owner of the automation.'),
    failure: z
      .string()
      .nullable()
      .describe('The first thing that could not be done; null when all was done.'),
  }),
  input: z
    .object({ answer: z.string(), failure: z.string().nullish() })
    .transform(({ answer, failure }) => ({ answer, failure: failureOf(failure) })),
});
