import { describe, expect, it } from 'vitest';

import { referenceOf, withoutSecretHeaders } from '#domain/delivery-headers.ts';

const wire = (text: string) => Buffer.from(text).toString('latin1');
const read = (reference: string, url: string) =>
  referenceOf({ 'x-service-reference': wire(reference), 'x-service-reference-url': wire(url) });

describe('the reference of a delivery', () => {
  it.each([
    'https://tickets.example.com/7?a=b#c',
    'http://tickets.example.com/@ada',
    'https://tickets.example.com/?mail=ada@example.com',
    'https://münchen.example/straße',
  ])('has the link %s', (url) => {
    expect(read('Ticket 7', url)).toEqual({ reference: 'Ticket 7', referenceUrl: url });
  });

  it.each([
    'https://user:pw@evil.example/',
    'https://tickets.example.com@evil.example/',
    'https:@evil.example/',
    'https://tickets.example.com\\@evil.example/',
    'https://tickets.example.com/\u202egro.elpmaxe',
    'https://tickets\u200b.example.com/',
    'https://tickets.example.com/a b',
    'javascript:alert(1)',
    'https://',
  ])('drops the link %j', (url) => {
    expect(read('Ticket 7', url)).toEqual({ reference: 'Ticket 7', referenceUrl: null });
  });

  it('is shown in the order in which it is written', () => {
    expect(read('Ticket \u202e7\u2069 done', '').reference).toBe('Ticket 7 done');
    expect(read('\u202e', '').reference).toBeNull();
  });
});

describe('the headers of a delivery', () => {
  it.each([
    'Authorization',
    'Cookie',
    'X-Api-Key',
    'Ocp-Apim-Subscription-Key',
    'X-Gitlab-Token',
    'X-Hook-Secret',
    'X-Session-Id',
    'X-Forwarded-Client-Cert',
    'X-Hub-Signature-256',
    'X-Shopify-Hmac-Sha256',
    'X-Trello-Webhook',
    'verif-hash',
    'Plaid-Verification',
    'X-Square-HmacSha256-Signature',
    'Stripe-Signature',
    'Svix-Signature',
    'Webhook-Signature',
    'X-Slack-Signature',
    'X-Twilio-Signature',
    'X-WC-Webhook-Signature',
    'Sentry-Hook-Signature',
    'Paypal-Transmission-Sig',
  ])('lose %s, with which a reader could pose as the sender', (name) => {
    expect(withoutSecretHeaders({ [name.toLowerCase()]: 'v', 'x-topic': 'orders' })).toEqual({
      'x-topic': 'orders',
    });
  });

  it.each([
    'X-Event-Key',
    'Idempotency-Key',
    'X-GitHub-Event',
    'X-Shopify-Topic',
    'Svix-Id',
    'Webhook-Timestamp',
    'X-Author',
    'X-Design',
    'Content-Type',
  ])('keep %s', (name) => {
    expect(withoutSecretHeaders({ [name]: 'v' })).toEqual({ [name]: 'v' });
  });
});
