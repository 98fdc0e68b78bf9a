import { z } from 'zod';

/** Members of the record of a delivery: the words of the agent at its end. */
export const answered = {
  answer: z.string().nullable().describe("The agent's final answer. Null where it said nothing."),
  result: z
    .unknown()
    .describe('The answer as JSON of the `answerSchema` of its revision. Null: it is text, or does not fit.'),
};
