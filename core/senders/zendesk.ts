import { signedBy } from './data/signature.ts';
import { headerOf, textAt } from './read.ts';
import type { Sender, SenderRequest } from './sender.ts';

/** Events say `zen:ticket:5158` or have a `detail`; the body of a trigger is what its author wrote. */
function reference({ json }: SenderRequest): string | null {
  return (
    textAt(json, 'detail', 'id') ??
    textAt(json, 'ticket_id') ??
    textAt(json, 'ticket', 'id') ??
    textAt(json, 'subject')
  );
}

export const zendesk: Sender = {
  id: 'zendesk',
  title: 'Zendesk',
  docsUrl: 'https://developer.zendesk.com/documentation/webhooks/',
  recognise: (request) => headerOf(request, 'x-zendesk-webhook-id') !== null,
  // An invocation has one or more attempts.
  eventId: (request) => headerOf(request, 'x-zendesk-webhook-invocation-id'),
  reference,
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'type')?.replace('zen:event-type:', '') ?? null,
  ...signedBy(
    {
      kind: 'hmac',
      header: 'x-zendesk-webhook-signature',
      encoding: 'base64',
      template: '{timestamp}{body}',
      timestamp: 'x-zendesk-webhook-signature-timestamp',
      timeUnit: 'iso',
    },
    'Signing secret of the webhook',
  ),
  handshake: null,
  retries: {
    answerWithinMs: 10_000,
    tries: null,
    overMs: null,
    note: 'Tried again after 409, after 429 and 503 with a Retry-After below 60 seconds, and after no answer in time; sends nothing for a while when most requests fail.',
  },
  connect: {
    steps: [
      'Open Apps and integrations > Webhooks in the Admin Center and create a webhook for Zendesk events.',
      'Choose the events, paste {url} as Endpoint URL, with POST and JSON, and create it.',
      'Reveal the signing secret of the webhook and enter it here.',
    ],
    events: ['ticket.created', 'ticket.status_changed', 'ticket.comment_added', 'user.created'],
  },
  sample: {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Zendesk Webhook',
      'x-zendesk-account-id': '123456',
      'x-zendesk-webhook-id': '01F1KRFQ6BG29CNWFR60NK5FNY',
      'x-zendesk-webhook-invocation-id': '8350205582',
      'x-zendesk-webhook-signature-timestamp': '2026-11-22T12:00:00Z',
      'x-zendesk-webhook-signature': 'NV7d1HVr1x428IC6gOXW+aBA9r0eSxIYpiPYtLVC8kU=',
    },
    body: '{"type":"zen:event-type:ticket.created","account_id":123456,"id":"2b24ef10-19d3-4740-93cf-8f98ec4776c0","time":"2026-11-22T11:59:58Z","zendesk_event_version":"2022-11-06","subject":"zen:ticket:5158","detail":{"id":"5158","subject":"Checkout fails","status":"OPEN"},"event":{}}',
    secret: 'dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
