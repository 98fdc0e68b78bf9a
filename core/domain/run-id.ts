import { shortDigest } from './digest.ts';

/** The Temporal workflow id of an event: readable, below 255 characters, one per automation and event. */
export function workflowIdOf(automationId: string, eventKey: string): string {
  return `run/${automationId}/${eventKey}`;
}

/**
 * The delivery id of an event. It is derived, hence the same for every attempt at the same event: a duplicate names the
 * first delivery without a look-up, and the record of the delivery is the claim on the event.
 */
export function deliveryIdOf(workflowId: string): string {
  return `dlv_${shortDigest(workflowId)}`;
}

/** The workflow that runs what was refused as a repeat of a delivery: the same for every attempt at the same repeat. */
export const repeatWorkflowIdOf = (
  { automationId, deliveryId }: { readonly automationId: string; readonly deliveryId: string },
  number: number,
): string => workflowIdOf(automationId, `repeat-of/${deliveryId}/${number}`);
