import { isList, isRecord, type JsonValue } from '#domain/json-value.ts';
import { mediaTypeOf } from '#domain/body-text.ts';
import { idOfParts } from './composed-id.ts';
import { headerOf, textAt } from './read.ts';
import { isSameText } from './schemes/compare.ts';
import type { HandshakeAnswer, Sender, SenderRequest, SignatureCheck } from './sender.ts';

const batchType = 'application/cloudevents-batch+json';

const typeOf = ({ headers }: SenderRequest): string => mediaTypeOf(headers['content-type'] ?? null) ?? '';
const isStructured = (request: SenderRequest): boolean => typeOf(request) === 'application/cloudevents+json';
const isBatch = (request: SenderRequest): boolean => typeOf(request) === batchType;

/** The event of a structured request, and the one of a batch of one. */
function eventOf(request: SenderRequest): JsonValue | undefined {
  if (isStructured(request)) return request.json;
  const batch = isBatch(request) ? request.json : undefined;
  return batch !== undefined && isList(batch) && batch.length === 1 ? batch[0] : undefined;
}

/** An attribute: a header in binary mode, which encodes what is not ASCII in percent; else a member of the event. */
function attribute(request: SenderRequest, name: string): string | null {
  if (isStructured(request) || isBatch(request)) return textAt(eventOf(request), name);
  const header = headerOf(request, `ce-${name}`);
  return header === null ? null : decoded(header);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Event Grid has a schema of its own too, always in a list. */
const isOfGrid = (request: SenderRequest): boolean => headerOf(request, 'aeg-event-type') !== null;

const gridMember = (request: SenderRequest, name: string): string | null =>
  isOfGrid(request) ? textAt(request.json, 0, name) : null;

/** A source has no blank, so that no other pair has the same text. */
const idOfEvent = (source: string | null, id: string | null): string | null =>
  source === null || id === null
    ? null
    : idOfParts([`${source.replaceAll('%', '%25').replaceAll(' ', '%20')} ${id}`]);

/** Event Grid asks so where a topic has its own schema; a subscription of CloudEvents asks by OPTIONS. */
function answerValidation(request: SenderRequest): HandshakeAnswer | null {
  if (headerOf(request, 'aeg-event-type') !== 'SubscriptionValidation') return null;
  const code = textAt(request.json, 0, 'data', 'validationCode');
  return code === null ? null : { status: 200, body: { validationResponse: code } };
}

const originPattern = /^[\w.:/*-]{1,253}$/;

/** The abuse protection of the specification for webhooks: who asks may send. */
function answerHandshake(request: SenderRequest): HandshakeAnswer | null {
  if (request.method !== 'OPTIONS') return answerValidation(request);
  const origin = headerOf(request, 'webhook-request-origin');
  if (origin === null || !originPattern.test(origin)) return null;
  const rate = headerOf(request, 'webhook-request-rate');
  return {
    status: 200,
    headers: {
      'webhook-allowed-origin': origin,
      ...(rate !== null && { 'webhook-allowed-rate': allowedRate }),
    },
    body: null,
  };
}

/** Deliveries a minute of a workspace, unless its operator says another number. */
const allowedRate = '60';

/** A token in `Authorization: Bearer` or in the query, as the specification for webhooks has it. */
const check: SignatureCheck = (request, secret) => {
  const bearer = /^Bearer (.+)$/.exec(headerOf(request, 'authorization') ?? '')?.[1];
  const given = bearer ?? request.query.get('access_token');
  if (given === null) return { status: 'missing', missing: 'authorization' };
  return secret !== '' && isSameText(secret, given) ? { status: 'verified' } : { status: 'wrong' };
};

export const cloudevents: Sender = {
  id: 'cloudevents',
  title: 'CloudEvents (Event Grid, Eventarc, Knative)',
  docsUrl: 'https://github.com/cloudevents/spec/blob/main/cloudevents/http-webhook.md',
  recognise: (request) =>
    (headerOf(request, 'ce-id') !== null && headerOf(request, 'ce-specversion') !== null) ||
    isBatch(request) ||
    (isStructured(request) && isRecord(request.json)) ||
    headerOf(request, 'webhook-request-origin') !== null ||
    isOfGrid(request),
  // The pair names an event; an id alone is unique within its source.
  eventId: (request) =>
    idOfEvent(attribute(request, 'source'), attribute(request, 'id')) ?? gridMember(request, 'id'),
  reference: (request) =>
    attribute(request, 'subject') ?? attribute(request, 'source') ?? gridMember(request, 'subject'),
  referenceUrl: () => null,
  eventName: (request) => attribute(request, 'type') ?? gridMember(request, 'eventType'),
  verify: { secretName: 'Access token of the webhook', check, signsContent: false, toleranceMs: null },
  handshake: { methods: ['OPTIONS', 'POST'], answer: answerHandshake, isSigned: false },
  refuse: (request) => {
    const { json } = request;
    const count =
      (isBatch(request) || isOfGrid(request)) && json !== undefined && isList(json) ? json.length : 1;
    return count === 1
      ? null
      : `The batch has ${count} events, and one delivery is one event: set the batch size of the subscription to 1.`;
  },
  retries: {
    answerWithinMs: 30_000,
    tries: 30,
    overMs: 24 * 3_600_000,
    note: 'These are of Event Grid; Eventarc and Knative have settings of their own.',
  },
  connect: {
    steps: [
      'Azure: create an event subscription with the endpoint type Web Hook and the schema CloudEvents v1.0, and paste {url} as the subscriber endpoint.',
      'Knative: set {url} as spec.subscriber.uri of the Trigger, or as the sink of the source.',
      'Eventarc: create a trigger with the destination HTTP endpoint and paste {url}.',
      'Leave the batch size at 1. To have deliveries checked, append ?access_token= and {secret} to the URL.',
    ],
    events: [
      'Microsoft.Storage.BlobCreated',
      'google.cloud.storage.object.v1.finalized',
      'dev.knative.kafka.event',
    ],
  },
  sample: {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'ce-specversion': '1.0',
      'ce-type': 'Microsoft.Storage.BlobCreated',
      'ce-source':
        '/subscriptions/319a9601/resourceGroups/shop/providers/Microsoft.Storage/storageAccounts/orders',
      'ce-id': '831e1650-001e-001b-66ab-eeb76e069631',
      'ce-subject': '/blobServices/default/containers/orders/blobs/7.json',
      'ce-time': '2026-11-22T11:59:58.123Z',
      authorization: 'Bearer cloudevents-token-8',
    },
    body: '{"api":"PutBlob","contentType":"application/json","contentLength":524,"blobType":"BlockBlob","url":"https://orders.blob.core.windows.net/orders/7.json"}',
    secret: 'cloudevents-token-8',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
