import type { SenderRow } from '../data/sender-of.ts';

export const shops: readonly SenderRow[] = [
  {
    id: 'square',
    title: 'Square',
    docsUrl: 'https://developer.squareup.com/docs/webhooks/overview',
    recognise: [['x-square-hmacsha256-signature']],
    secretName: 'Signature key of the webhook subscription',
    signature: {
      kind: 'hmac',
      header: 'x-square-hmacsha256-signature',
      encoding: 'base64',
      template: '{url}{body}',
    },
    eventId: '/event_id',
    eventName: '/type',
    reference: '/data/id',
    retries: {
      answerWithinMs: null,
      tries: null,
      overMs: 24 * 3_600_000,
      note: 'A retry has the headers square-retry-number and square-retry-reason.',
    },
    connect: {
      steps: [
        'Open your application in the Square Developer Console, choose Webhooks > Subscriptions and Add subscription.',
        'Paste {url} as URL, tick the events and choose Save.',
        'Copy the Signature key of the subscription and enter it here.',
      ],
      events: [
        'payment.created',
        'payment.updated',
        'refund.created',
        'refund.updated',
        'order.created',
        'order.updated',
        'invoice.payment_made',
      ],
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
  },
];
