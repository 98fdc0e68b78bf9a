import type { OperationCalls } from '#api/routing/call-operation.ts';

type Reads = Pick<OperationCalls, 'listActivity' | 'readDelivery'>;

export interface DeliveryText {
  readonly deliveryId: string;
  readonly contentType: string;
  readonly body: string;
  readonly reference: string | null;
  readonly referenceUrl: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly receivedAt: string;
  readonly sender: string;
  readonly eventName: string | null;
}

/** The content of the newest delivery of an automation; null if there is none that can be shown whole. */
export async function lastDelivery(manage: Reads, id: string): Promise<DeliveryText | null> {
  const { items } = await manage.listActivity({ params: { id }, query: { limit: '1' } });
  const [newest] = items;
  return newest === undefined ? null : await deliveryText(manage, newest.deliveryId);
}

/** The content of one delivery; null if it is too long, was not kept, or is not text. Throws NOT_FOUND. */
export async function deliveryText(
  manage: Pick<Reads, 'readDelivery'>,
  deliveryId: string,
): Promise<DeliveryText | null> {
  const { arrived, reference, referenceUrl, receivedAt, sender, eventName } = await manage.readDelivery({
    params: { deliveryId },
  });
  const { contentType, text, truncated } = arrived;
  const isText = !text.includes('\u0000') && !text.includes('\ufffd');
  if (truncated || text === '' || !isText || contentType === null) return null;
  const of = { deliveryId, reference, referenceUrl, receivedAt, sender, eventName };
  return { ...of, contentType, body: text, headers: arrived.headers };
}
