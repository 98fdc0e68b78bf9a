import { z } from 'zod';

import { EventIdSource } from './delivery.ts';

const taken = {
  deliveryId: z.string(),
  eventId: z.string(),
  eventIdSource: EventIdSource,
};

/** What a sender is told when nothing was refused. A duplicate carries the id of the first delivery of its event. */
export const HookAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('accepted'), ...taken }),
  z.object({ status: z.literal('duplicate'), ...taken }),
  z.object({ status: z.literal('skipped'), reason: z.literal('paused') }),
]);
