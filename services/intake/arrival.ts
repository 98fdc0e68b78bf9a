import type { DeliveryRecord } from '#capabilities/records.ts';
import { headerText, type Reference, referenceOf, withoutSecretHeaders } from '#domain/delivery-headers.ts';
import { shortDigest } from '#domain/digest.ts';
import { eventIdOf } from '#domain/event-id.ts';
import { newId } from '#domain/ids.ts';
import type { LoopLink } from '#domain/loop.ts';
import { jsonOf, jsonTextOf } from '#domain/json-body.ts';
import { deliveryIdOf, repeatWorkflowIdOf, workflowIdOf } from '#domain/run-id.ts';
import type { Arrival } from '#store/admission/admissions.ts';
import type { KeptRepeat } from '#store/delivery/deliveries.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { HookRequest } from './hook-request.ts';
import { valueAt } from '#domain/json-pointer.ts';
import { parseJson, scalarText } from '#domain/json-value.ts';

export interface SenderFacts extends Reference {
  readonly sender: string;
  readonly eventId: string | null;
  /** Whether what was verified covers the id, so that no header takes its place. */
  readonly hasSignedEventId: boolean;
  readonly eventName: string | null;
  readonly verified: boolean | null;
}

const ofAnySender: SenderFacts = {
  sender: 'generic',
  eventId: null,
  hasSignedEventId: false,
  eventName: null,
  reference: null,
  referenceUrl: null,
  verified: null,
};

const eventNameCharsMax = 200;

interface Judged {
  /** The source within this service; null if there is none. */
  readonly loopLink?: LoopLink | null;
  readonly receivedAt?: Date;
  readonly facts?: SenderFacts;
  /** The place of the event id that the owner chose. */
  readonly eventIdFrom: string | null;
  readonly payloadDedupe: boolean;
}

/** The delivery that a request brings to an automation. Throws INVALID_EVENT_ID. */
export function arrivalOfRequest(
  { workspaceId, automationId }: Hook,
  request: HookRequest,
  { receivedAt = new Date(), facts = ofAnySender, loopLink = null, eventIdFrom, payloadDedupe }: Judged,
): Arrival {
  const { headers, eventIdHeader, body } = request;
  const contentType = headers['content-type'] ?? null;
  // If sent twice, the first non-empty one counts; Node would join them to another id.
  const header = eventIdHeader.find((value) => value.trim() !== '');
  const event = eventIdOf({
    custom: eventIdFrom === null ? null : customEventId(eventIdFrom, request),
    header: header === undefined || facts.hasSignedEventId ? undefined : headerText(header),
    json: () => jsonOf(contentType, body),
    ofSender: () => facts.eventId,
    body,
    payloadDedupe,
    receivedAt,
  });
  const workflowId = workflowIdOf(automationId, event.key);
  const deliveryId = deliveryIdOf(workflowId);
  return {
    deliveryId,
    workflowId,
    eventId: event.eventId ?? deliveryId,
    eventIdSource: event.source,
    eventIdFrom: event.source === 'custom' ? eventIdFrom : null,
    ...referenceOf(headers, facts),
    sender: facts.sender,
    eventName: facts.eventName?.slice(0, eventNameCharsMax) ?? null,
    verified: facts.verified,
    traceId: null,
    receivedAt,
    contentType,
    headers: withoutSecretHeaders(headers),
    body,
    round: loopLink === null ? null : loopLink.round + 1,
    // Ids of another workspace say nothing here.
    causedBy: loopLink?.workspaceId === workspaceId ? loopLink.cause : null,
    runOf: null,
    replayOf: null,
  };
}

type Ids = Pick<Arrival, 'deliveryId' | 'workflowId'>;

/** The ids of a replay: the same for each call under one key of its caller, new ones without a key. */
export function idsOfReplay(first: DeliveryRecord, idempotencyKey: string | undefined): Ids {
  const { automationId, deliveryId: firstId } = first;
  if (idempotencyKey === undefined) {
    const deliveryId = newId('delivery');
    return { deliveryId, workflowId: workflowIdOf(automationId, `replay/${deliveryId}`) };
  }
  const workflowId = workflowIdOf(automationId, `replay-by/${firstId}/${shortDigest(idempotencyKey)}`);
  return { deliveryId: deliveryIdOf(workflowId), workflowId };
}

/** A stored delivery to be processed again, under the ids of its replay. */
export const arrivalOfReplay = (first: DeliveryRecord, body: Buffer, ids: Ids): Arrival =>
  replayOf(first, body, ids);

/**
 * A delivery for which no run was started, to be run now. It is its event: it has the ids that a retry of its sender has,
 * so that of the two one alone is run, whichever comes first.
 */
export function arrivalOfSkipped(skipped: DeliveryRecord, body: Buffer): Arrival {
  const workflowId = skipped.workflow.id;
  const arrival = replayOf(skipped, body, { deliveryId: deliveryIdOf(workflowId), workflowId });
  return { ...arrival, replayOf: null, runOf: skipped.deliveryId };
}

/** The same with ids derived from the first delivery, so that repeated calls give one delivery. */
export function arrivalOfSingleReplay(first: DeliveryRecord, body: Buffer): Arrival {
  const workflowId = workflowIdOf(first.automationId, `replay-of/${first.deliveryId}`);
  return replayOf(first, body, { deliveryId: deliveryIdOf(workflowId), workflowId });
}

/**
 * A delivery that was refused as a duplicate, to be run anyway: with its own body, or with that of the first if they were
 * equal. The ids follow from its number, so that repeated calls give one delivery.
 */
export function arrivalOfRepeat(
  first: DeliveryRecord,
  body: Buffer,
  number: number,
  kept: KeptRepeat | null,
): Arrival {
  const workflowId = repeatWorkflowIdOf(first, number);
  const arrival = replayOf(first, body, { deliveryId: deliveryIdOf(workflowId), workflowId });
  return kept === null ? arrival : { ...arrival, ...kept };
}

function replayOf(first: DeliveryRecord, body: Buffer, ids: Ids): Arrival {
  return {
    ...ids,
    eventId: first.eventId,
    eventIdSource: first.eventIdSource,
    eventIdFrom: first.dedupe.source === 'custom' ? first.dedupe.from : null,
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
    // A delivery that its owner runs begins a loop of its own.
    round: null,
    causedBy: null,
    runOf: null,
    replayOf: first.deliveryId,
  };
}

/**
 * The event id where the owner of the automation says that it is: at a JSON pointer of the body, or in a header. Null
 * where nothing, or no text and no number, stands there. A number keeps all of its digits.
 */
function customEventId(
  eventIdFrom: string,
  { headers, body }: Pick<HookRequest, 'headers' | 'body'>,
): string | null {
  if (!eventIdFrom.startsWith('/')) {
    const value = headers[eventIdFrom.toLowerCase()];
    return typeof value === 'string' ? headerText(value) : null;
  }
  const text = jsonTextOf(headers['content-type'] ?? null, body);
  const parsed = text === undefined ? null : parseJson(text);
  const value = parsed === null ? undefined : valueAt(parsed.value, eventIdFrom);
  return value === undefined || value === null || typeof value === 'boolean' ? null : scalarText(value);
}
