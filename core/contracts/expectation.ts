import { z } from 'zod';

const isHost = (text: string): boolean =>
  ['https', 'http'].some((scheme) => URL.parse(`${scheme}://${text}`)?.host === text);
const isPath = (text: string): boolean => URL.parse(text, 'https://host')?.pathname === text;

/** A request that must have happened when a run is over. */
export const Expectation = z.strictObject({
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
  host: z
    .string()
    .toLowerCase()
    .min(1)
    .max(300)
    .refine(isHost, 'must be a host, such as api.example.com')
    .describe('The host of the request, with its port where that is not the usual one.'),
  path: z
    .string()
    .startsWith('/')
    .max(2_000)
    .refine(isPath, 'must be a path as it is sent, without a query')
    .optional()
    .describe('The path as it was sent, without the query. Absent: any.'),
  status: z
    .int()
    .min(100)
    .max(599)
    .optional()
    .describe('The status of the answer. Absent: any from 200 to 299.'),
  when: z
    .string()
    .min(1)
    .max(4_000)
    .optional()
    .describe('A condition on the delivery, in CEL. False: nothing is expected. Unknown counts as true.'),
});
export type Expectation = z.infer<typeof Expectation>;

export const Expects = z
  .array(Expectation)
  .max(10)
  .describe(
    'The requests that a run must have sent when it ends: without one of them it is `failed`, whatever the agent says, and its reason begins with `expects`.',
  );
