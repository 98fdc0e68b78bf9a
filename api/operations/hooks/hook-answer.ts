import { z } from 'zod';

import { EventIdSource } from '../../../contracts/delivery.ts';

const taken = {
  deliveryId: z.string().describe('Under which the owner finds its record.'),
  eventId: z.string().describe('By which a repeat of this delivery is known.'),
  eventIdSource: EventIdSource,
};

/** The response to a sender unless refused. A duplicate carries the id of the first delivery of its event. */
export const HookAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('accepted').describe('Stored; its run is started.'), ...taken }),
  z.object({
    status: z
      .literal('duplicate')
      .describe(
        'This event was accepted before. The ids are those of the first delivery; nothing more is done.',
      ),
    ...taken,
  }),
  z.object({
    status: z.literal('skipped').describe('Nothing is woken, and the body is not kept.'),
    reason: z.literal('paused').describe('The automation is paused.'),
  }),
]);
