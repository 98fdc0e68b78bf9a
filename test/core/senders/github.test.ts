import { sign } from '@octokit/webhooks-methods';
import { expect, test } from 'vitest';

import { senderOf } from '#senders/index.ts';
import { sampleRequest } from './sample-request.ts';

const github = senderOf('github')!;

const { sample } = github;

test('reads the delivery, the issue and its page', () => {
  const request = sampleRequest(sample);
  expect(github.eventId(request)).toBe('72d3162e-cc78-11e3-81ab-4c9367dc0958');
  expect(github.eventName(request)).toBe('issues.opened');
  expect(github.reference(request)).toBe('octocat/Hello-World#1347');
  expect(github.referenceUrl(request)).toBe('https://github.com/octocat/Hello-World/issues/1347');
});

test('reads the repository where an event is about no part of it', () => {
  const body =
    '{"ref":"refs/heads/main","repository":{"full_name":"octocat/x","html_url":"https://github.com/octocat/x"}}';
  const request = sampleRequest(sample, { body, headers: { 'x-github-event': 'push' } });
  expect(github.reference(request)).toBe('octocat/x');
  expect(github.referenceUrl(request)).toBe('https://github.com/octocat/x');
  expect(github.eventName(request)).toBe('push');
});

test('reads and verifies a payload in a form', async () => {
  const body = new URLSearchParams({ payload: sample.body }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-github-event': 'issues',
    'x-hub-signature-256': await sign('form secret', body),
  };
  const request = sampleRequest(sample, { body, headers });
  expect(github.reference(request)).toBe('octocat/Hello-World#1347');
  expect(github.verify!.check(request, 'form secret', new Map())).toEqual({ status: 'verified' });
});

test('takes what its own library signs, in any case of its digits', async () => {
  for (const body of [' ', '{}', '{"a":"ü – 漢"}']) {
    const signature = await sign('s', body);
    for (const header of [signature, signature.replace(/=.*/, (digits) => digits.toUpperCase())]) {
      const request = sampleRequest(sample, { body, headers: { 'x-hub-signature-256': header } });
      expect(github.verify!.check(request, 's', new Map())).toEqual({ status: 'verified' });
    }
  }
});

test('takes no signature of the older scheme', () => {
  const headers = { 'x-hub-signature': 'sha1=7d38cdd689735b008b3c702edd92eea23791c5f6' };
  expect(github.verify!.check(sampleRequest(sample, { headers }), 's', new Map())).toEqual({
    status: 'missing',
    missing: 'x-hub-signature-256',
  });
});
