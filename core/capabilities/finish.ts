import { z } from 'zod';

import { isShallow } from '#contracts/plan.ts';
import { defineCapability } from './capability.ts';

/** The words that models write for nothing. */
const nothing =
  /^["'(]*(?:|none|no|null|nil|n\/?a|nothing|undefined|false|no (?:failures?|errors?)|[-–—]+)[.!"')]*$/i;

const failureOf = (text: string | null | undefined): string | null =>
  text == null || nothing.test(text.trim()) ? null : text;

const depthMax = 64;

/** The digits of a larger number are lost when a call is read. */
const isExact = (value: unknown): boolean =>
  typeof value === 'number'
    ? !Number.isInteger(value) || Number.isSafeInteger(value)
    : typeof value !== 'object' || value === null || Object.values(value).every(isExact);

/** Its input where the answer is JSON, as a value or as text. */
export const finishWithJson = z
  .object({ answer: z.unknown(), failure: z.string().nullish() })
  .refine(({ answer }) => isShallow(answer, depthMax), {
    error: `An answer is nested at most ${depthMax} deep.`,
    abort: true,
  })
  .refine(({ answer }) => isExact(answer), 'A number of more than 15 digits is not kept: write it as a text.')
  .transform(({ answer, failure }) => ({
    answer: typeof answer === 'string' ? answer : JSON.stringify(answer ?? null),
    failure: failureOf(failure),
  }));

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
