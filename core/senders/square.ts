import { headerOf, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inHeader } from './schemes/signature-parts.ts';
import type { Sender } from './sender.ts';

export const square: Sender = {
  id: 'square',
  title: 'Square',
  docsUrl: 'https://developer.squareup.com/docs/webhooks/overview',
  recognise: (request) => headerOf(request, 'x-square-hmacsha256-signature') !== null,
  eventId: ({ json }) => textAt(json, 'event_id'),
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 'data', 'id'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'type'),
  verify: {
    secretName: 'Signature key of the webhook subscription',
    ...hmac({
      algorithm: 'sha256',
      encoding: 'base64',
      signatures: inHeader('x-square-hmacsha256-signature'),
      content: ({ url, rawBody }) => [url, rawBody],
    }),
  },
  handshake: null,
  retries: {
    answerWithinMs: null,
    tries: null,
    overMs: 24 * 3_600_000,
    note: 'A retry has the headers square-retry-number and square-retry-reason.',
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Square Connect v2',
      'square-environment': 'Production',
      'square-initial-delivery-timestamp': '2026-11-22T12:00:00Z',
      'x-square-hmacsha256-signature': '7Ma+bF3pFFgqg6cqDahPhbmXxOC96vrWYOmq41ndBQ0=',
    },
    body: '{"merchant_id":"6SSW7HV8K2ST5","type":"payment.updated","event_id":"6a8f5f28-54a1-4eb0-a98a-3111513fd4fc","created_at":"2026-11-22T11:59:58.000Z","data":{"type":"payment","id":"KkAkhdMsgzn59SM8A89WgKwekxLZY","object":{"payment":{"id":"KkAkhdMsgzn59SM8A89WgKwekxLZY","amount_money":{"amount":4000,"currency":"EUR"},"status":"COMPLETED"}}}}',
    secret: 'asdf1234-square-key',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
