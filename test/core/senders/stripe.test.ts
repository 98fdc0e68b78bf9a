import Stripe from 'stripe';
import { expect, test } from 'vitest';

import { stripe } from '#senders/stripe.ts';
import { sampleRequest } from './sample-request.ts';

const { webhooks } = new Stripe('sk_test_unused');
const { sample } = stripe;
const secret = 'whsec_other';
const now = Date.parse(sample.sentAt);
const signed = (payload: string, timestamp = now / 1000) => ({
  'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, timestamp }),
});
const check = (header: string, body = sample.body) =>
  stripe.verify!.check(
    sampleRequest(sample, { headers: { 'stripe-signature': header }, body }),
    secret,
    new Map(),
  );

test('reads the event, its object and the page of the dashboard', () => {
  const request = sampleRequest(sample);
  expect(stripe.eventId(request)).toBe('evt_1NG8Du2eZvKYlo2CUI79vXWy');
  expect(stripe.eventName(request)).toBe('invoice.paid');
  expect(stripe.reference(request)).toBe('in_1MtHbELkdIwHu7ixl4OzzPMv');
  expect(stripe.referenceUrl(request)).toBe(
    'https://dashboard.stripe.com/test/events/evt_1NG8Du2eZvKYlo2CUI79vXWy',
  );
});

test('takes what its own library signs, of any text', () => {
  for (const body of ['', '{"a":"ü – 漢"}', 'x'.repeat(100_000)]) {
    expect(check(signed(body)['stripe-signature'], body)).toEqual({ status: 'verified' });
  }
});

test('takes one right signature among others, as while a secret is rolled', () => {
  const [time, right] = signed(sample.body)['stripe-signature'].split(',');
  expect(check(`${time},v1=${'0'.repeat(64)},${right},v0=abc`)).toEqual({ status: 'verified' });
});

test('takes no signature of the test scheme v0 alone', () => {
  const header = signed(sample.body)['stripe-signature'].replace('v1=', 'v0=');
  expect(check(header)).toEqual({ status: 'missing', missing: 'stripe-signature' });
});

test('takes a moment five minutes away and none a second farther', () => {
  const at = (ageSeconds: number) => check(signed(sample.body, now / 1000 - ageSeconds)['stripe-signature']);
  expect(at(300)).toEqual({ status: 'verified' });
  expect(at(301)).toEqual({ status: 'expired', ageMs: 301_000 });
  expect(at(-300)).toEqual({ status: 'verified' });
  expect(at(-301)).toEqual({ status: 'expired', ageMs: -301_000 });
});

test('takes no moment that was put in place of the signed one', () => {
  const old = signed(sample.body, now / 1000 - 5_000)['stripe-signature'];
  expect(check(old.replace(/^t=\d+/, `t=${now / 1000}`))).toEqual({ status: 'wrong' });
});
