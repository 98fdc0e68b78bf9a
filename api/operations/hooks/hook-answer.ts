import { z } from 'zod';

import { EventIdSource } from '#contracts/event.ts';
import { doorReasons } from '#domain/skipped-at-door.ts';
import type { Answered } from '../../errors/assert-accepted.ts';

const taken = {
  deliveryId: z.string().describe('Under which the owner finds its record.'),
  eventId: z.string().describe('By which a repeat of this delivery is known.'),
  eventIdSource: EventIdSource,
};

/** The response to a sender unless refused. A duplicate carries the id of the first delivery of its event. */
export const HookAnswer = z.discriminatedUnion('status', [
  z.object({
    status: z
      .literal('accepted')
      .describe(
        'Stored; its run is started, or held until there is room or another of its reference is over.',
      ),
    ...taken,
  }),
  z.object({
    status: z
      .literal('duplicate')
      .describe(
        'This event was accepted before. The ids are those of the first delivery; nothing more is done.',
      ),
    ...taken,
  }),
  z.object({
    status: z
      .literal('skipped')
      .describe('Nothing is woken. Its owner may run it later, as far as there is room to keep it.'),
    reason: z
      .enum(doorReasons)
      .describe(
        '`paused`: the automation is paused. `budget`: its budget is used up. `loop`: runs of this service caused it, one after the other, more often than they may.',
      ),
  }),
]);

/** The body of the answer to a sender: these members, and no others. */
export function hookAnswerOf(receipt: Answered): z.output<typeof HookAnswer> {
  const { status } = receipt;
  if (status === 'skipped') return { status, reason: receipt.reason };
  const { deliveryId, eventId, eventIdSource } = receipt;
  return { status, deliveryId, eventId, eventIdSource };
}
