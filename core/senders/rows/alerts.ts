import type { SenderRow } from '../data/sender-of.ts';

export const alerts: readonly SenderRow[] = [
  {
    id: 'pagerduty',
    title: 'PagerDuty',
    docsUrl: 'https://developer.pagerduty.com/docs/webhooks-overview',
    recognise: [['x-pagerduty-signature']],
    secretName: 'Secret of the webhook subscription',
    signature: { kind: 'hmac', header: 'x-pagerduty-signature[v1]' },
    eventId: '/event/id',
    eventName: '/event/event_type',
    reference: ['/event/data/number', '/event/data/incident/id', '/event/data/id'],
    referenceUrl: ['/event/data/html_url', '/event/data/incident/html_url'],
    retries: {
      answerWithinMs: 5_000,
      tries: null,
      overMs: 48 * 3_600_000,
      note: 'Tried again after 429, a 5xx answer or none; three events in a row that stay undelivered switch the subscription off for a day.',
    },
    connect: {
      steps: [
        'Open Integrations > Generic Webhooks (v3) and choose New Webhook.',
        'Paste {url} as Webhook URL, choose the scope, tick the events and choose Add Webhook.',
        'Copy the secret, which is shown once, and enter it here.',
      ],
      events: [
        'incident.triggered',
        'incident.acknowledged',
        'incident.escalated',
        'incident.reassigned',
        'incident.resolved',
        'incident.reopened',
        'incident.annotated',
        'service.created',
        'service.updated',
      ],
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
  },
];
