import { isList, type JsonValue } from '#domain/json-value.ts';
import { idOfParts } from './composed-id.ts';
import { textAt, valueAt } from './read.ts';
import { hexKey, hmac } from './schemes/hmac.ts';
import { inRequest } from './schemes/signature-parts.ts';
import type { Sender, SenderRequest, SignatureCheck } from './sender.ts';

function itemsOf({ json }: SenderRequest): readonly (JsonValue | undefined)[] {
  const list = valueAt(json, 'notificationItems') ?? null;
  return isList(list) ? list.map((item) => valueAt(item, 'NotificationRequestItem')) : [];
}

const first = (request: SenderRequest, ...path: readonly string[]) => textAt(itemsOf(request)[0], ...path);

const signedMembers = [
  ['pspReference'],
  ['originalReference'],
  ['merchantAccountCode'],
  ['merchantReference'],
  ['amount', 'value'],
  ['amount', 'currency'],
  ['eventCode'],
  ['success'],
] as const;

const schemeOf = (item: JsonValue | undefined) =>
  hmac({
    algorithm: 'sha256',
    encoding: 'base64',
    signatures: inRequest('additionalData.hmacSignature', () =>
      textAt(item, 'additionalData', 'hmacSignature'),
    ),
    content: () => [signedMembers.map((path) => textAt(item, ...path) ?? '').join(':')],
    key: hexKey(),
  });

/** Each item has a signature of its own. */
const check: SignatureCheck = (request, secret, publishedKeys) => {
  const results = itemsOf(request).map((item) => schemeOf(item).check(request, secret, publishedKeys));
  return (
    results.find(({ status }) => status !== 'verified') ??
    results[0] ?? { status: 'missing', missing: 'notificationItems' }
  );
};

export const adyen: Sender = {
  id: 'adyen',
  title: 'Adyen',
  docsUrl: 'https://docs.adyen.com/development-resources/webhooks/handle-webhook-events',
  recognise: (request) => first(request, 'pspReference') !== null && first(request, 'eventCode') !== null,
  // Its pages tell a repeat by event and reference; a payment that failed may succeed later under both.
  eventId: (request) => {
    const items = itemsOf(request);
    if (items.length === 0) return null;
    const parts = ['eventCode', 'pspReference', 'success'] as const;
    return idOfParts(items.map((item) => idOfParts(parts.map((name) => textAt(item, name)))));
  },
  eventIdIsSigned: true,
  reference: (request) => first(request, 'merchantReference') ?? first(request, 'pspReference'),
  referenceUrl: () => null,
  eventName: (request) => first(request, 'eventCode'),
  // The signature covers members of an item, not all of them.
  verify: { secretName: 'HMAC key', check, signsContent: false, toleranceMs: null },
  handshake: null,
  accepted: () => ({ status: 200, contentType: 'text/plain', body: '[accepted]' }),
  retries: {
    answerWithinMs: 10_000,
    tries: null,
    overMs: null,
    note: 'It tries again with growing pauses, for days.',
  },
  connect: {
    steps: [
      'Open Developers > Webhooks in the Customer Area and add a Standard webhook.',
      'Paste {url} as URL and choose JSON.',
      'Generate an HMAC key, copy it, enter it here as signing secret, and save the configuration.',
    ],
    events: ['AUTHORISATION', 'CAPTURE', 'REFUND', 'CHARGEBACK'],
  },
  sample: {
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Adyen HttpClient 1.0' },
    body: '{"live":"false","notificationItems":[{"NotificationRequestItem":{"additionalData":{"hmacSignature":"CArbia67XXFdC1+QYHOGnHJE1fLAbLU/UFOaODz0NeM=","cardSummary":"7777"},"amount":{"currency":"EUR","value":10100},"eventCode":"AUTHORISATION","eventDate":"2026-11-22T12:59:59+01:00","merchantAccountCode":"AcmeCOM","merchantReference":"ORDER-7","operations":["CANCEL","CAPTURE","REFUND"],"paymentMethod":"visa","pspReference":"QFQTPCQ8HXSKGK82","reason":"033899:7777:03/2030","success":"true"}}]}',
    secret: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
