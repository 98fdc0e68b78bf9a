import type { DeliveryRecord } from '#capabilities/records.ts';
import { isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { found } from '../found.ts';

/** The stored body of a delivery. Throws NOT_FOUND if it was not kept. */
export async function deliveryBody(
  deliveries: Pick<Deliveries, 'body'>,
  workspaceId: string,
  delivery: DeliveryRecord,
): Promise<Buffer> {
  if (delivery.erasedAt !== null)
    throw new DomainError('NOT_FOUND', 'The delivery was erased; its body is not kept.', {
      hint: 'It cannot be read or replayed any more.',
    });
  const body = await deliveries.body(workspaceId, delivery.deliveryId);
  if (body === null && isSkippedAtDoor(delivery))
    throw new DomainError(
      'NOT_FOUND',
      'The body of this delivery, for which no run was started, is not kept.',
      {
        hint: 'There was no room for it, or it was run since. Have the sender send it again, under the same event id if you like.',
      },
    );
  return found(body, 'body');
}
