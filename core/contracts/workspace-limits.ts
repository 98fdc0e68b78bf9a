import { z } from 'zod';

const bytes = z.int().min(1_000_000).max(1_000_000_000_000_000).exactOptional();

/** The limits that an operator set for a workspace; those that are absent are the usual ones. */
export const WorkspaceLimits = z
  .object({
    deliveriesPerMinute: z
      .int()
      .min(1)
      .max(100_000)
      .exactOptional()
      .describe(
        'Deliveries taken in a minute. Each hook may get ten times as many requests, and at least 600.',
      ),
    concurrentDeliveries: z
      .int()
      .min(1)
      .max(1_000)
      .exactOptional()
      .describe(
        'Deliveries that may be processed at once. Half of them may be for one target that was away.',
      ),
    storedBytesMax: bytes.describe('Bytes that it may store.'),
    storedBytesPerDay: bytes.describe('Bytes that it may store in a day (UTC).'),
  })
  .refine((given) => Object.keys(given).length > 0, { message: 'must have one of the limits' })
  .nullable()
  .describe('The limits that its operator set for this workspace alone. Null: those of every workspace.');
export type WorkspaceLimits = z.infer<typeof WorkspaceLimits>;
