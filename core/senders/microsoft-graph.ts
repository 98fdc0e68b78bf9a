import { isList, type JsonValue } from '#domain/json-value.ts';
import { idOfParts } from './composed-id.ts';
import { textAt, valueAt } from './read.ts';
import { inRequest } from './schemes/signature-parts.ts';
import { token } from './schemes/token.ts';
import type { HandshakeAnswer, Sender, SenderRequest } from './sender.ts';

function notificationsOf({ json }: SenderRequest): readonly JsonValue[] {
  const value = valueAt(json, 'value') ?? null;
  return isList(value) ? value : [];
}

/** A request may carry notifications of several subscriptions: each has to have the secret. */
function clientState(request: SenderRequest): string | null {
  const states = new Set(notificationsOf(request).map((notification) => textAt(notification, 'clientState')));
  return states.has(null) || states.size === 0 ? null : [...states].join('\n');
}

function answerValidation({ query }: SenderRequest): HandshakeAnswer | null {
  const validationToken = query.get('validationToken') ?? '';
  if (!/^[^<>&\p{C}]{1,1024}$/u.test(validationToken)) return null;
  return { status: 200, headers: { 'x-content-type-options': 'nosniff' }, body: validationToken };
}

export const microsoftGraph: Sender = {
  id: 'microsoft-graph',
  title: 'Microsoft Graph',
  docsUrl: 'https://learn.microsoft.com/graph/change-notifications-delivery-webhooks',
  recognise: (request) => {
    const [first] = notificationsOf(request);
    return (
      textAt(first, 'subscriptionId') !== null && textAt(first, 'subscriptionExpirationDateTime') !== null
    );
  },
  eventId: (request) => idOfParts(notificationsOf(request).map((notification) => textAt(notification, 'id'))),
  reference: ({ json }) => textAt(json, 'value', 0, 'resource'),
  referenceUrl: () => null,
  eventName: ({ json }) =>
    textAt(json, 'value', 0, 'changeType') ?? textAt(json, 'value', 0, 'lifecycleEvent'),
  verify: {
    secretName: 'clientState of the subscription',
    ...token(inRequest('clientState', clientState)),
  },
  handshake: { methods: ['POST'], answer: answerValidation, isSigned: false },
  retries: {
    answerWithinMs: 3_000,
    tries: null,
    overMs: 4 * 3_600_000,
    note: 'An address of which a tenth of the answers take longer gets its notifications later.',
  },
  connect: {
    steps: [
      'Send POST https://graph.microsoft.com/v1.0/subscriptions with {url} as notificationUrl, {secret} as clientState, the resource, changeType and expirationDateTime.',
      'Renew the subscription before it expires.',
    ],
    events: ['created', 'updated', 'deleted'],
  },
  sample: {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: '{"value":[{"id":"lsgTZMr9KwAAA","subscriptionId":"7f105c7d-2dc5-4530-97cd-4e7ae6534c07","subscriptionExpirationDateTime":"2026-11-25T22:11:09.952Z","clientState":"graph-client-state-8","changeType":"created","resource":"users/ana@example.com/messages/AAMkADRm","tenantId":"84bd8158-6d4d-4958-8b9f-9d6445542f95","resourceData":{"@odata.type":"#Microsoft.Graph.Message","id":"AAMkADRm"}}]}',
    secret: 'graph-client-state-8',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
