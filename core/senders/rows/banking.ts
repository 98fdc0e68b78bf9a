import type { SenderRow } from '../data/sender-of.ts';

export const banking: readonly SenderRow[] = [
  {
    id: 'mollie',
    title: 'Mollie',
    docsUrl: 'https://docs.mollie.com/reference/webhooks-new',
    recognise: [['x-mollie-signature']],
    secretName: 'Signing secret of the webhook',
    signature: { kind: 'hmac', header: 'x-mollie-signature', prefix: 'sha256=' },
    // A payment webhook of Mollie, which has an `id` too, names no event.
    eventId: '{/id}:{/type}',
    eventName: '/type',
    reference: '/entityId',
    retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
    connect: {
      steps: [
        'Open Developers > Webhooks in the Mollie dashboard and choose Create webhook.',
        'Paste {url} as URL, tick the events and choose Create.',
        'Copy the signing secret that is shown and enter it here.',
      ],
      events: ['payment-link.paid', 'sales-invoice.paid', 'balance-transaction.created'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mollie HTTP client/1.0',
        'x-mollie-signature': 'sha256=1b98d2dcb502a0154289de4b44e85b7bcf52443196c5447106bf9403d1253cf3',
      },
      body: '{"resource":"event","id":"event_GvJ8WHrp5isUdRub9CJyH","type":"payment-link.paid","entityId":"pl_qng5gbbv8NAZ5gpM5ZYgx","createdAt":"2026-11-22T11:59:59.0Z"}',
      secret: 'mollie-secret-1234567',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'mollie-payments',
    title: 'Mollie (webhookUrl of a payment)',
    docsUrl: 'https://docs.mollie.com/reference/webhooks',
    recognise: [
      ['user-agent^=Mollie', '/id^=tr_'],
      ['user-agent^=Mollie', '/id^=ord_'],
    ],
    // The body is the id of the payment alone, the same at each of its changes.
    payloadDedupe: false,
    reference: '/id',
    retries: {
      answerWithinMs: 15_000,
      tries: 10,
      overMs: 26 * 3_600_000,
      note: 'It sends no content: the automation reads the payment from the API of Mollie.',
    },
    connect: { steps: ['Give {url} as `webhookUrl` where you create a payment.'], events: [] },
    sample: {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Mollie HTTP client/1.0',
      },
      body: 'id=tr_5B8cwPMGnU6qLbRvo7qEZo',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'plaid',
    title: 'Plaid',
    docsUrl: 'https://plaid.com/docs/api/webhooks/',
    recognise: [['plaid-verification']],
    // Two updates of one item have equal bodies.
    payloadDedupe: false,
    eventName: '{/webhook_type}.{/webhook_code}',
    reference: '/item_id',
    retries: {
      answerWithinMs: 10_000,
      tries: null,
      overMs: 24 * 3_600_000,
      note: 'The keys of its signatures are given to its customers alone, by API, so that signatures are not checked here.',
    },
    connect: { steps: ['Give {url} as `webhook` where you create a link token.'], events: [] },
    sample: {
      headers: {
        'content-type': 'application/json',
        'plaid-verification':
          'eyJhbGciOiJFUzI1NiIsImtpZCI6IjZjNTUxNmUxLTkyZGMtNDc5ZS1hOGZmLTVhNTE5OTJlMDAwMSIsInR5cCI6IkpXVCJ9.e30.AAAA',
      },
      body: '{"webhook_type":"TRANSACTIONS","webhook_code":"SYNC_UPDATES_AVAILABLE","item_id":"wz666MBjYWTp2PDzzggYhM6oWWmBb","initial_update_complete":true,"historical_update_complete":false,"environment":"production"}',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
