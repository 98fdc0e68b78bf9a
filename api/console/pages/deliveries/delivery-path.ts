import type { OperationCalls } from '../../../routing/call-operation.ts';
import { idParam } from '../../../operations/path-params.ts';

export const deliveryPath = (id: string): string => `/console/deliveries/${id}`;

/** Everything that one reference sent. */
export const referencePath = (reference: string): string =>
  `/console/references/${encodeURIComponent(reference)}`;

/** The parameters of a page about one delivery. */
export const deliveryParams = { deliveryId: idParam('delivery') };

/** A delivery as the management API answers it. */
export type ShownDelivery = Awaited<ReturnType<OperationCalls['readDelivery']>>;
export type ShownStep = ShownDelivery['steps'][number];
