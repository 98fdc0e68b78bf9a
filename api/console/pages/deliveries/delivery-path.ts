import type { OperationCalls } from '#api/routing/call-operation.ts';
import { idParam } from '#api/operations/path-params.ts';

export const deliveryPath = (id: string): string => `/console/deliveries/${id}`;

export const referencesPath = '/console/references';

/** Characters that browsers and proxies split or shorten in the path of an address. */
const noPathPart = /^\.{1,2}$|[/\\%]/;

/** Everything that one reference sent. */
export const referencePath = (reference: string): string =>
  noPathPart.test(reference)
    ? `${referencesPath}?${new URLSearchParams({ reference }).toString()}`
    : `${referencesPath}/${encodeURIComponent(reference)}`;

/** The parameters of a page about one delivery. */
export const deliveryParams = { deliveryId: idParam('delivery') };

/** A delivery as the management API answers it. */
export type ShownDelivery = Awaited<ReturnType<OperationCalls['readDelivery']>>;
export type ShownStep = ShownDelivery['steps'][number];
