import type { DeliveryRecord } from '../../../capabilities/records.ts';
import { isSkippedWhilePaused } from '../../../domain/skipped-while-paused.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import type { Deliveries } from '../../../store/deliveries.ts';
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
  if (isSkippedWhilePaused(delivery))
    throw new DomainError(
      'NOT_FOUND',
      'The body of a delivery that came while the automation was paused is not kept.',
      {
        hint: 'It cannot be read or replayed: resume the automation and have the sender send it again, under the same event id if you like.',
      },
    );
  return found(await deliveries.body(workspaceId, delivery.deliveryId), 'body');
}
