import { headerOf, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inPairs } from './schemes/signature-parts.ts';
import type { Sender } from './sender.ts';

export const pagerduty: Sender = {
  id: 'pagerduty',
  title: 'PagerDuty',
  docsUrl: 'https://developer.pagerduty.com/docs/webhooks-overview',
  recognise: (request) => headerOf(request, 'x-pagerduty-signature') !== null,
  eventId: ({ json }) => textAt(json, 'event', 'id'),
  eventIdIsSigned: true,
  reference: ({ json }) =>
    textAt(json, 'event', 'data', 'number') ??
    textAt(json, 'event', 'data', 'incident', 'id') ??
    textAt(json, 'event', 'data', 'id'),
  referenceUrl: ({ json }) =>
    textAt(json, 'event', 'data', 'html_url') ?? textAt(json, 'event', 'data', 'incident', 'html_url'),
  eventName: ({ json }) => textAt(json, 'event', 'event_type'),
  verify: {
    secretName: 'Secret of the webhook subscription',
    ...hmac({ algorithm: 'sha256', encoding: 'hex', signatures: inPairs('x-pagerduty-signature', 'v1') }),
  },
  handshake: null,
  retries: {
    answerWithinMs: 5_000,
    tries: null,
    overMs: 48 * 3_600_000,
    note: 'Tried again after 429, a 5xx answer or none; three events in a row that stay undelivered switch the subscription off for a day.',
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'PagerDuty-Webhook/V3.0',
      'x-webhook-id': '3dc6ee23-9c9e-4bd2-9b5b-8c6e0b6b6f0d',
      'x-webhook-subscription': 'PNI7GDG',
      'x-pagerduty-signature': 'v1=85fe538c7192b78b1f23fa1c86b5f2ce2843f8c971ce0ad2eee37a9c48745dbb',
    },
    body: '{"event":{"id":"01BSOPPSRR6JFS1B4OALLDBO5D","event_type":"incident.triggered","resource_type":"incident","occurred_at":"2026-11-22T11:59:58.000Z","data":{"html_url":"https://acme.pagerduty.com/incidents/PGR0VU2","id":"PGR0VU2","type":"incident","number":2,"status":"triggered","title":"Checkout fails"}}}',
    secret: 'UiTd2NMNkmz0Yj5hzWbVQuPXlPyZSHkH',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
