import { expect, test } from 'vitest';

import { shopify } from '#senders/shopify.ts';
import { sampleRequest } from './sample-request.ts';

const { sample } = shopify;

test('reads the delivery, the order by its number for people, and its page with every digit of the id', () => {
  const request = sampleRequest(sample);
  expect(shopify.eventId(request)).toBe('b54557e4-bdd9-4b37-8a5f-bf7d70bcd043');
  expect(shopify.eventName(request)).toBe('orders/create');
  expect(shopify.reference(request)).toBe('#9999');
  expect(shopify.referenceUrl(request)).toBe('https://example.myshopify.com/admin/orders/820982911946154508');
});

test('links to no host that is not a shop', () => {
  const headers = { ...sample.headers, 'x-shopify-shop-domain': 'evil.example/.myshopify.com' };
  expect(shopify.referenceUrl(sampleRequest(sample, { headers }))).toBeNull();
});
