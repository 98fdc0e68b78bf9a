import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { adyen } from '#senders/adyen.ts';
import { contentful } from '#senders/contentful.ts';
import { monday } from '#senders/monday.ts';
import type { Sender } from '#senders/sender.ts';
import { sampleRequest } from './sample-request.ts';

const check = ({ verify, sample }: Sender, change: Parameters<typeof sampleRequest>[1]) =>
  verify!.check(sampleRequest(sample, change), sample.secret!, new Map()).status;

test('each item of Adyen needs a signature of its own', () => {
  const { notificationItems } = JSON.parse(adyen.sample.body) as { notificationItems: readonly object[] };
  const body = (...items: readonly object[]) => JSON.stringify({ notificationItems: items });
  const [item = {}] = notificationItems;
  const forged = JSON.parse(JSON.stringify(item).replace('10100', '1')) as object;
  expect(check(adyen, { body: body(item, item) })).toBe('verified');
  expect(check(adyen, { body: body(item, forged) })).toBe('wrong');
  expect(check(adyen, { body: body(item, {}) })).toBe('missing');
  expect(check(adyen, { body: body() })).toBe('missing');
});

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function mondayToken(claims: object, alg = 'HS256') {
  const [issued, aud] = [1_795_348_800, 'https://hooks.example.com/hooks/token'];
  const content = `${encoded({ alg })}.${encoded({ aud, iat: issued, exp: issued + 300, ...claims })}`;
  const signature = createHmac('sha256', monday.sample.secret!).update(content).digest('base64url');
  return { headers: { authorization: `${content}.${signature}` } };
}

test('a token of monday.com is for this address, signed with HS256, and has an end', () => {
  expect(check(monday, mondayToken({}))).toBe('verified');
  expect(check(monday, mondayToken({ aud: 'https://hooks.example.com/hooks/other' }))).toBe('wrong');
  expect(check(monday, mondayToken({ aud: undefined }))).toBe('wrong');
  for (const alg of ['none', 'HS512', 'RS256']) expect(check(monday, mondayToken({}, alg))).toBe('wrong');
  expect(check(monday, mondayToken({ exp: undefined }))).toBe('missing');
  expect(check(monday, mondayToken({ exp: 1_795_340_000 }))).toBe('expired');
  expect(check(monday, { headers: { authorization: 'x.y' } })).toBe('wrong');
});

test('Contentful signs the query, and a moment that is not signed counts for nothing', () => {
  const { headers } = contentful.sample;
  expect(check(contentful, { url: 'https://hooks.example.com/hooks/token?a=b' })).toBe('wrong');
  const names = headers['x-contentful-signed-headers']!.replace('x-contentful-timestamp,', '');
  expect(check(contentful, { headers: { ...headers, 'x-contentful-signed-headers': names } })).toBe(
    'missing',
  );
});
