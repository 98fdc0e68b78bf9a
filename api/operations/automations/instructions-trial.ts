import { z } from 'zod';

import { outboundMethods } from '#domain/outbound-method.ts';
import { TriedDelivery, Understood } from '#contracts/understood.ts';

/** The bytes that are shown of each body. */
export const shownBytesMax = 4_096;

/** Instructions to try on recent deliveries. */
export const NewInstructionsTrial = z.object({
  instructions: z
    .string()
    .min(1, 'must not be blank')
    .max(20_000)
    .optional()
    .describe('The instructions to try. Absent: those that the automation has. It keeps them.'),
  limit: z.int().min(1).max(20).default(5).meta({
    description: 'How many of the newest stored deliveries are looked at.',
  }),
});
export type NewInstructionsTrial = z.infer<typeof NewInstructionsTrial>;

const TriedRequest = z.object({
  method: z.enum(outboundMethods),
  url: z.string().describe('With what was filled in from the delivery.'),
  headers: z.record(z.string(), z.string()).describe('Without those that Network Access attaches.'),
  body: z.string().nullable().describe(`Null where there is none; cut after ${shownBytesMax} bytes.`),
  truncated: z.boolean().describe('Whether the body has more than is shown.'),
});

/** The result: nothing was sent, no model was asked. */
export const InstructionsTrial = z.object({
  sentences: Understood.shape.sentences,
  of: z.int().min(0).describe('How many stored deliveries were looked at.'),
  items: z
    .array(
      TriedDelivery.extend({
        requests: z.array(TriedRequest).describe('The requests that would be sent, in this order.'),
        answer: z
          .string()
          .nullable()
          .describe(
            'The answer that would be given. Null where that depends on what comes back, and where nothing would be done.',
          ),
        problem: z
          .string()
          .nullable()
          .describe('Why the rules would do nothing. Null where they would, and where the filter skips it.'),
      }),
    )
    .describe(
      'One for each delivery, newest first. `matched` and `evidence` are of the filter that the automation has; what it skips is not tried.',
    ),
});
export type InstructionsTrial = z.infer<typeof InstructionsTrial>;
