import type { SenderRow } from '../data/sender-of.ts';

export const marketing: readonly SenderRow[] = [
  {
    id: 'mailchimp',
    title: 'Mailchimp',
    docsUrl: 'https://mailchimp.com/developer/marketing/guides/sync-audience-data-webhooks/',
    recognise: [['/type', '/fired_at', '/data[list_id]']],
    // It names no event. A retry has the body of the first try; another event another moment, subscriber or change.
    eventId: '{sha256}',
    eventName: '/type',
    reference: ['/data[email]', '/data[new_email]', '/data[id]'],
    challenge: { method: 'GET', when: [] },
    retries: {
      answerWithinMs: 10_000,
      tries: null,
      overMs: 75 * 60_000,
      note: 'It signs nothing. An answer of 410 switches the webhook off.',
    },
    connect: {
      steps: [
        'Open Audience > Settings > Webhooks in Mailchimp and choose Create New Webhook.',
        'Paste {url} as Callback URL.',
        'Tick the events and the sources of changes, and choose Save.',
      ],
      events: ['subscribe', 'unsubscribe', 'profile', 'cleaned'],
    },
    sample: {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'MailChimp' },
      body: 'type=subscribe&fired_at=2026-11-22+11%3A59%3A59&data%5Bid%5D=8a25ff1d98&data%5Blist_id%5D=a6b5da1054&data%5Bemail%5D=ana%40example.com&data%5Bemail_type%5D=html&data%5Bmerges%5D%5BEMAIL%5D=ana%40example.com&data%5Bmerges%5D%5BFNAME%5D=Ana',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'klaviyo',
    title: 'Klaviyo',
    docsUrl: 'https://developers.klaviyo.com/en/docs/working_with_system_webhooks',
    recognise: [['klaviyo-signature', 'klaviyo-webhook-id']],
    secretName: 'Secret key of the webhook',
    // Its pages set no window, and its header has been seen hours away from the moment in the body.
    signature: {
      kind: 'hmac',
      header: 'klaviyo-signature',
      template: '{body}{timestamp}',
      timestamp: 'klaviyo-timestamp',
      timeUnit: 'iso',
      toleranceSeconds: null,
    },
    eventId: '{/data/*/topic}:{/data/*/external_id}',
    eventName: '/data/0/topic',
    reference: '/data/0/external_id',
    retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
    connect: {
      steps: [
        'Open Integrations > Webhooks in Klaviyo and choose Create webhook.',
        'Paste {url} as Endpoint URL, and {secret} as Secret key.',
        'Tick the events and choose Create webhook.',
      ],
      events: ['event:klaviyo.clicked_email', 'event:klaviyo.unsubscribed_from_email_marketing'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'klaviyo-webhook-id': '01KP4928STE8FKCWB6WDHZ4ZB7',
        'klaviyo-timestamp': 'Sun, 22 Nov 2026 12:00:00 GMT',
        'klaviyo-signature': '1f0f72d2e12acb1bacc7fc07501b65ae51ff1f0602eaee8e304b26e281e2fb86',
      },
      body: '{"data":[{"topic":"event:klaviyo.clicked_email","external_id":"73WCCK7JKtE","payload":{"data":{"type":"event","id":"73WCCK7JKtE","attributes":{"timestamp":1795348799,"event_properties":{"Subject":"Your order"}}}}}],"meta":{"timestamp":"2026-11-22T12:00:00.101159+00:00","klaviyo_webhook_id":"01KP4928STE8FKCWB6WDHZ4ZB7","version":"2024-06-28"}}',
      secret: 'klaviyo-secret-1234567890',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
