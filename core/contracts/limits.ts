import { z } from 'zod';

/** A limit that all automations of a workspace share, and how much of it is used now. */
export const LimitInUse = z.object({
  name: z
    .enum(['deliveriesPerMinute', 'concurrentDeliveries'])
    .describe(
      '`deliveriesPerMinute`: those accepted in the last minute; `concurrentDeliveries`: those that are being processed, without those that wait for a target or a model.',
    ),
  used: z.int().min(0).describe('How many there are now.'),
  limit: z.int().describe('Anything beyond is refused.'),
});
export type LimitInUse = z.infer<typeof LimitInUse>;
