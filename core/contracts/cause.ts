import { z } from 'zod';

/** The cause of a delivery within this service. */
export const CausedBy = z
  .object({
    kind: z
      .enum(['delivery', 'chat', 'alert', 'event', 'elsewhere'])
      .describe(
        'A request of the run of a `delivery` or of a `chat`, an `alert`, an `event`, or something of another workspace (`elsewhere`).',
      ),
    id: z
      .string()
      .nullable()
      .describe(
        'The id of the delivery, the conversation, the alert rule or the target of events. Null: it is of another workspace.',
      ),
    round: z
      .int()
      .describe(
        'The round of its loop: how many runs, alerts or events come before it, each caused by the one before.',
      ),
  })
  .nullable()
  .describe(
    'The cause within this service, as the header `X-Reveille-Loop` said. Null: nothing, as far as is known.',
  );
export type CausedBy = z.infer<typeof CausedBy>;
