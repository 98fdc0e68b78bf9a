import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { alertmanager } from '../../senders/alertmanager.ts';
import { bitbucket } from '../../senders/bitbucket.ts';
import { grafana } from '../../senders/grafana.ts';
import { pagerduty } from '../../senders/pagerduty.ts';
import type { Sender } from '../../senders/sender.ts';
import { sampleRequest } from './sample-request.ts';

const check = (
  sender: Sender,
  headers: Readonly<Record<string, string>>,
  { secret = sender.sample.secret!, body = sender.sample.body } = {},
) => sender.verify!.check(sampleRequest(sender.sample, { headers, body }), secret, new Map()).status;

test('Bitbucket: the example of its pages is right', () => {
  const signature = 'sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9';
  const change = { secret: "It's a Secret to Everybody", body: 'Hello World!' };
  expect(check(bitbucket, { 'x-hub-signature': signature }, change)).toBe('verified');
  expect(check(bitbucket, { 'x-hub-signature': signature.replace('sha256', 'sha1') }, change)).toBe(
    'missing',
  );
});

test('PagerDuty: one right signature of two is enough while a secret is changed', () => {
  const right = pagerduty.sample.headers['x-pagerduty-signature']!;
  const other = `v1=${'0'.repeat(64)}`;
  expect(check(pagerduty, { 'x-pagerduty-signature': `${other},${right}` })).toBe('verified');
  expect(check(pagerduty, { 'x-pagerduty-signature': other })).toBe('wrong');
  expect(check(pagerduty, { 'x-pagerduty-signature': right.replace('v1', 'v2') })).toBe('missing');
});

test('Grafana: the moment is signed where the contact point names a header for it, and may not be taken away', () => {
  const { body, secret } = grafana.sample;
  const signature = createHmac('sha256', secret!).update(body).digest('hex');
  expect(check(grafana, { 'x-grafana-alerting-signature': signature })).toBe('verified');
  const { 'x-grafana-alerting-timestamp': _, ...without } = grafana.sample.headers;
  expect(check(grafana, without)).toBe('wrong');
});

test('Alertmanager: a bearer token, or a user name and a password', () => {
  const secret = 'prometheus:pass:word';
  const authorization = `Basic ${Buffer.from(secret).toString('base64')}`;
  expect(check(alertmanager, { authorization }, { secret })).toBe('verified');
  expect(check(alertmanager, { authorization: 'Basic x' }, { secret })).toBe('wrong');
  expect(check(alertmanager, { authorization: 'Bearer am-token-42' })).toBe('wrong');
});
