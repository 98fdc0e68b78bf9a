import { signedBy } from './data/signature.ts';
import { headerOf, textAt, valueAt } from './read.ts';
import type { Sender } from './sender.ts';

export const stripe: Sender = {
  id: 'stripe',
  title: 'Stripe',
  docsUrl: 'https://docs.stripe.com/webhooks',
  recognise: (request) => headerOf(request, 'stripe-signature') !== null,
  // Stays on retries, whose `pending_webhooks` may differ.
  eventId: ({ json }) => textAt(json, 'id'),
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 'data', 'object', 'id') ?? textAt(json, 'related_object', 'id'),
  referenceUrl: ({ json }) => {
    const id = textAt(json, 'id');
    const folder = valueAt(json, 'livemode') === false ? 'test/' : '';
    return id === null ? null : `https://dashboard.stripe.com/${folder}events/${encodeURIComponent(id)}`;
  },
  eventName: ({ json }) => textAt(json, 'type'),
  ...signedBy(
    {
      kind: 'hmac',
      header: 'stripe-signature[v1]',
      template: '{timestamp}.{body}',
      timestamp: 'stripe-signature[t]',
    },
    'Signing secret (whsec_…)',
  ),
  handshake: null,
  retries: {
    answerWithinMs: null,
    tries: null,
    overMs: 3 * 24 * 3_600_000,
    note: 'In test mode three tries in a few hours. An address that fails for days is switched off.',
  },
  connect: {
    steps: [
      'Open Workbench > Webhooks and add a destination of the type Webhook endpoint.',
      'Select the events and paste {url} as Endpoint URL.',
      'Copy the signing secret (whsec_…) of the destination and enter it here.',
    ],
    events: [
      'charge.succeeded',
      'charge.failed',
      'charge.refunded',
      'charge.dispute.created',
      'checkout.session.completed',
      'customer.created',
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.deleted',
      'invoice.paid',
      'invoice.payment_failed',
      'payment_intent.succeeded',
      'payment_intent.payment_failed',
      'payout.paid',
    ],
  },
  sample: {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': 't=1795348800,v1=08bfb49c7e327df5d3a25033ec44feb91ea4c5c2bf68fda80a89c4c148d38a26',
    },
    body: '{"id":"evt_1NG8Du2eZvKYlo2CUI79vXWy","object":"event","api_version":"2026-10-28","created":1795348799,"data":{"object":{"id":"in_1MtHbELkdIwHu7ixl4OzzPMv","object":"invoice","amount_paid":4000,"currency":"eur"}},"livemode":false,"pending_webhooks":1,"type":"invoice.paid"}',
    secret: 'whsec_test_5dq3Y9bV1',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
