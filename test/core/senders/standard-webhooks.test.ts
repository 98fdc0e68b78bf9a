import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

import { standardWebhooks } from '#senders/standard-webhooks.ts';
import { sampleRequest } from './sample-request.ts';

const { sample } = standardWebhooks;
const secret = sample.secret!;
const sentAt = new Date(sample.sentAt);
const sign = (body: string, id = 'msg_1', at = sentAt) => new Webhook(secret).sign(id, at, body);
const headersOf = (signature: string, prefix = 'webhook-') => ({
  [`${prefix}id`]: 'msg_1',
  [`${prefix}timestamp`]: String(sentAt.getTime() / 1000),
  [`${prefix}signature`]: signature,
});
const check = (headers: Record<string, string>, given = secret) =>
  standardWebhooks.verify!.check(sampleRequest(sample, { headers }), given, new Map());

test('reads the message, the object and the type', () => {
  const request = sampleRequest(sample);
  expect(standardWebhooks.eventId(request)).toBe('msg_p5jXN8AQM9LWM0D4loKWxJek');
  expect(standardWebhooks.eventName(request)).toBe('contact.created');
  expect(standardWebhooks.reference(request)).toBe('1f81eb52-5198-4599-803e-771906343485');
});

test.each(['webhook-', 'svix-'])('takes what the reference library signs, under the names %s', (prefix) => {
  const headers = headersOf(sign(sample.body), prefix);
  expect(check(headers)).toEqual({ status: 'verified' });
  expect(standardWebhooks.eventId(sampleRequest(sample, { headers }))).toBe('msg_1');
  expect(standardWebhooks.recognise(sampleRequest(sample, { headers }))).toBe(true);
});

test('takes a secret without its prefix', () => {
  expect(check(headersOf(sign(sample.body)), secret.slice('whsec_'.length))).toEqual({ status: 'verified' });
});

test('takes one right signature of several', () => {
  const signature = `v1,${Buffer.alloc(32).toString('base64')} v1a,xyz ${sign(sample.body)}`;
  expect(check(headersOf(signature))).toEqual({ status: 'verified' });
});

test('covers the id: the signature of one message is not that of another', () => {
  const headers = { ...headersOf(sign(sample.body)), 'webhook-id': 'msg_2' };
  expect(check(headers)).toEqual({ status: 'wrong' });
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('says that %s is missing', (name) => {
  const { [name]: _, ...headers } = headersOf(sign(sample.body));
  expect(check(headers)).toEqual({ status: 'missing', missing: name });
});
