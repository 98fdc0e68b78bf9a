import { z } from 'zod';

export const casesMax = 200;

const ExpectedRequest = z.object({
  title: z.string().describe('Such as `POST`, or `E-mail`.'),
  target: z.string().describe('The URL, or the recipient.'),
  body: z.string().nullable().describe('The body. Null where there is none.'),
});

/** The acts that a run of a delivery must do. Requests that only read are not part of it. */
const Expected = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('skipped').describe('The filter catches it.') }),
  z.object({
    kind: z.literal('requests').describe('It is run, and sends exactly these requests in this order.'),
    requests: z.array(ExpectedRequest).describe('The requests that write.'),
  }),
]);

/** With the digest of each request that a run sent, which tells it from every other; null for one that is written by hand. */
export const StoredCase = z.object({
  id: z.string(),
  deliveryId: z.string(),
  name: z.string(),
  mustHold: z.boolean().describe('Whether a change that breaks it is refused.'),
  expected: z.discriminatedUnion('kind', [
    Expected.options[0],
    Expected.options[1].extend({
      requests: z.array(ExpectedRequest.extend({ digest: z.string().nullable() })),
    }),
  ]),
  by: z.string().describe('The name of the token that kept it.'),
  createdAt: z.int(),
});
export type StoredCase = z.infer<typeof StoredCase>;
export type StoredExpected = StoredCase['expected'];

const Written = z.discriminatedUnion('kind', [
  Expected.options[0],
  z.object({
    kind: z.literal('requests').describe('It is run, and sends exactly these requests in this order.'),
    requests: z
      .array(
        z.object({
          method: z.enum(['POST', 'PATCH', 'DELETE']),
          url: z.url().max(8_192).describe('The whole URL.'),
          body: z
            .json()
            .optional()
            .describe('A text as it is sent, anything else as JSON. Absent or null: none.'),
        }),
      )
      .max(20)
      .describe('The requests that write, in their order.'),
  }),
]);

export const NewCase = z.object({
  deliveryId: z
    .string()
    .describe(
      'A delivery of the automation that has ended. It is one case at most: another takes the place of the first.',
    ),
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('The name that people use. Absent: that of its event.'),
  mustHold: z
    .boolean()
    .default(false)
    .describe('Whether a change that breaks it is refused: 409 `CASES_BROKEN`.'),
  expected: Written.optional().describe(
    'The requests of a run of it, or that it is skipped. Absent: as its run was, which must have succeeded or been skipped.',
  ),
});
export type NewCase = z.output<typeof NewCase>;

export const CaseVerdict = z.object({
  holds: z
    .boolean()
    .nullable()
    .describe(
      'Whether the automation does what is expected. Null: only a model could tell, or it is unknown.',
    ),
  summary: z.string().describe('Why not, in a few words.'),
});
export type CaseVerdict = z.infer<typeof CaseVerdict>;

export const Case = StoredCase.omit({ expected: true, createdAt: true }).extend({
  expected: Expected.describe('The acts that a run of it must do.'),
  createdAt: z.iso.datetime(),
  ...CaseVerdict.shape,
});
export type Case = z.infer<typeof Case>;

/** The case that a delivery is, or may become. */
export const CaseOfDelivery = z.object({
  kept: Case.omit({ holds: true, summary: true })
    .nullable()
    .describe('The case that it is. Null where it is none.'),
  name: z.string().describe('The name of a case without one of its own: that of its event.'),
  done: Expected.nullable().describe(
    'The acts of its run. Null where that did not succeed, or was not kept whole, or a pause or a budget skipped it.',
  ),
  requests: z
    .array(ExpectedRequest)
    .describe('The requests of its run that do not only read, as far as they were kept, however it ended.'),
});

/** A case that a save breaks. */
export const BrokenCase = Case.pick({
  id: true,
  deliveryId: true,
  name: true,
  mustHold: true,
  summary: true,
});
export type BrokenCase = z.infer<typeof BrokenCase>;

export const BrokenCases = z
  .array(BrokenCase)
  .describe(
    'Only after a change that breaks cases, as far as that is data. Those that need a model are played after it.',
  );
