import type { IncomingHttpHeaders } from 'node:http';

import type { DeliveryRecord } from '../capabilities/records.ts';
import { headerText, type Reference, referenceOf, withoutSecretHeaders } from '../domain/delivery-headers.ts';
import { eventIdOf } from '../domain/event-id.ts';
import { newId } from '../domain/ids.ts';
import { jsonOf } from '../domain/json-body.ts';
import { deliveryIdOf, workflowIdOf } from '../domain/run-id.ts';
import type { Arrival } from '../store/admissions.ts';

/** What the sender of an automation reads of a request. */
export interface SenderFacts extends Reference {
  readonly sender: string;
  readonly eventId: string | null;
  readonly eventName: string | null;
  readonly verified: boolean | null;
}

const ofAnySender: SenderFacts = {
  sender: 'generic',
  eventId: null,
  eventName: null,
  reference: null,
  referenceUrl: null,
  verified: null,
};

const eventNameCharsMax = 200;

/** A request to a hook with its whole body. */
export interface HookRequest {
  readonly headers: IncomingHttpHeaders;
  /** Every value of `X-Service-Event-Id`, in the order sent. */
  readonly eventIdHeader: readonly string[];
  readonly body: Buffer;
}

/** The delivery that a request brings to an automation. Throws INVALID_EVENT_ID. */
export function arrivalOfRequest(
  automationId: string,
  { headers, eventIdHeader, body }: HookRequest,
  receivedAt = new Date(),
  facts = ofAnySender,
): Arrival {
  const contentType = headers['content-type'] ?? null;
  // If sent twice, the first non-empty one counts; Node would join them to another id.
  const header = eventIdHeader.find((value) => value.trim() !== '');
  const event = eventIdOf({
    header: header === undefined ? undefined : headerText(header),
    json: () => jsonOf(contentType, body),
    ofSender: () => facts.eventId,
    body,
    receivedAt,
  });
  const workflowId = workflowIdOf(automationId, event.key);
  return {
    deliveryId: deliveryIdOf(workflowId),
    workflowId,
    eventId: event.eventId,
    eventIdSource: event.source,
    ...referenceOf(headers, facts),
    sender: facts.sender,
    eventName: facts.eventName?.slice(0, eventNameCharsMax) ?? null,
    verified: facts.verified,
    traceId: null,
    receivedAt,
    contentType,
    headers: withoutSecretHeaders(headers),
    body,
    replayOf: null,
  };
}

/** A stored delivery to be processed again, as a new delivery on each call. */
export function arrivalOfReplay(first: DeliveryRecord, body: Buffer): Arrival {
  const deliveryId = newId('delivery');
  const workflowId = workflowIdOf(first.automationId, `replay/${deliveryId}`);
  return replayOf(first, body, { deliveryId, workflowId });
}

/** The same with ids derived from the first delivery, so that repeated calls give one delivery. */
export function arrivalOfSingleReplay(first: DeliveryRecord, body: Buffer): Arrival {
  const workflowId = workflowIdOf(first.automationId, `replay-of/${first.deliveryId}`);
  return replayOf(first, body, { deliveryId: deliveryIdOf(workflowId), workflowId });
}

function replayOf(
  first: DeliveryRecord,
  body: Buffer,
  ids: Pick<Arrival, 'deliveryId' | 'workflowId'>,
): Arrival {
  return {
    ...ids,
    eventId: first.eventId,
    eventIdSource: first.eventIdSource,
    reference: first.reference,
    referenceUrl: first.referenceUrl,
    sender: first.sender,
    eventName: first.eventName,
    verified: first.verified,
    traceId: null,
    receivedAt: new Date(),
    contentType: first.arrived.contentType,
    headers: first.arrived.headers,
    body,
    replayOf: first.deliveryId,
  };
}
