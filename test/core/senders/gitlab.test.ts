import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

import { gitlab } from '#senders/gitlab.ts';
import { sampleRequest } from './sample-request.ts';

const { sample } = gitlab;
const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const now = Date.parse(sample.sentAt);
const id = sample.headers['idempotency-key']!;

const signedHeaders = (sentAt: number, body = sample.body) => ({
  'x-gitlab-event': 'Issue Hook',
  'webhook-id': id,
  'webhook-timestamp': String(sentAt / 1000),
  'webhook-signature': new Webhook(secret).sign(id, new Date(sentAt), body),
});
const check = (headers: Record<string, string>, withSecret = secret) =>
  gitlab.verify!.check(sampleRequest(sample, { headers }), withSecret, new Map());

test('takes what a signing token signs as the library of Standard Webhooks does, within five minutes', () => {
  expect(check(signedHeaders(now))).toEqual({ status: 'verified' });
  expect(check(signedHeaders(now - 301_000))).toEqual({ status: 'expired', ageMs: 301_000 });
  expect(check(signedHeaders(now, `${sample.body} `))).toEqual({ status: 'wrong' });
});

test('takes no secret token in place of a signature once the secret is a signing token', () => {
  expect(check({ 'x-gitlab-event': 'Issue Hook', 'x-gitlab-token': secret })).toMatchObject({
    status: 'missing',
  });
});

test('compares the secret token', () => {
  expect(check(sample.headers as Record<string, string>, 'glsecret-5f2b1c')).toEqual({ status: 'verified' });
  expect(check(sample.headers as Record<string, string>, 'glsecret-5f2b1d')).toEqual({ status: 'wrong' });
  expect(check({ 'x-gitlab-event': 'Issue Hook' }, 'glsecret-5f2b1c')).toEqual({
    status: 'missing',
    missing: 'x-gitlab-token',
  });
});

test('an event that a webhook caused is not the event of that webhook, though both have one event uuid', () => {
  const other = { ...sample.headers, 'idempotency-key': 'another' };
  expect(gitlab.eventId(sampleRequest(sample, { headers: other }))).toBe('another');
  const { 'idempotency-key': _, ...old } = sample.headers;
  expect(gitlab.eventId(sampleRequest(sample, { headers: old }))).toBeNull();
});
