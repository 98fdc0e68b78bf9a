import { z } from 'zod';

/** How requests of an automation are tried again when the target does not process them. */
export const RetryPolicy = z
  .object({
    tries: z
      .int()
      .min(1)
      .max(20)
      .default(5)
      .describe('How often a request is sent at most, the first try included. 1: never again.'),
    withinMinutes: z
      .int()
      .min(1)
      .max(1_440)
      .default(10)
      .describe('The last try is at most this many minutes after the first; the waits between tries grow.'),
    honorsIdempotencyKey: z
      .boolean()
      .default(false)
      .describe(
        'Whether the targets ignore a POST or PATCH whose `Idempotency-Key` they have seen. Only then one that may have been processed is sent again.',
      ),
  })
  .describe(
    'When the target answers 408, 425, 429, 502, 503 or 504, or refuses the connection, the request is tried again; its run waits, and holds none of the slots of its workspace meanwhile. A `Retry-After` of the target is respected. A POST or PATCH is tried again only where it certainly was not processed: no connection, 408, 425, 429 or 503.',
  );
export type RetryPolicy = Readonly<z.infer<typeof RetryPolicy>>;

export const defaultRetryPolicy: RetryPolicy = RetryPolicy.parse({});
