import { createHash, createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { alertmanager } from '#senders/alertmanager.ts';
import { grafana } from '#senders/grafana.ts';
import { senderOf } from '#senders/index.ts';
import { mailgun } from '#senders/mailgun.ts';
import { microsoftGraph } from '#senders/microsoft-graph.ts';
import { salesforce } from '#senders/salesforce.ts';
import type { Sender } from '#senders/sender.ts';
import { sendgrid } from '#senders/sendgrid.ts';
import { twilio } from '#senders/twilio.ts';
import { sampleRequest } from './sample-request.ts';

const bitbucket = senderOf('bitbucket')!;
const pagerduty = senderOf('pagerduty')!;

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

const twilioSigned = (url: string, fields = '') =>
  createHmac('sha1', twilio.sample.secret!).update(`${url}${fields}`).digest('base64');

test('Twilio: a body that is no form is signed by its digest in the address', () => {
  const body = '[{"type":"com.twilio.messaging.message.sent"}]';
  const digest = createHash('sha256').update(body).digest('hex');
  const url = `https://hooks.example.com/hooks/token?bodySHA256=${digest}`;
  const headers = { 'content-type': 'application/json', 'x-twilio-signature': twilioSigned(url) };
  const checkBody = (text: string) =>
    twilio.verify!.check(
      sampleRequest({ ...twilio.sample, url, headers, body: text }),
      twilio.sample.secret!,
      new Map(),
    );
  expect(checkBody(body)).toEqual({ status: 'verified' });
  expect(checkBody(`${body} `)).toEqual({ status: 'wrong' });
});

test('Twilio: a body that is no form and has no digest in the address is not signed', () => {
  const url = 'https://hooks.example.com/hooks/token';
  const headers = { 'content-type': 'application/json', 'x-twilio-signature': twilioSigned(url) };
  expect(check(twilio, headers, { body: '{}' })).toBe('missing');
});

test('Twilio: fields are signed by name, with each value once', () => {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': twilioSigned('https://hooks.example.com/hooks/token', 'AB1MediaaMediabZ'),
  };
  expect(check(twilio, headers, { body: 'Z=&Media=b&Media=a&AB=1&Media=b' })).toBe('verified');
  expect(check(twilio, headers, { body: 'Z=&Media=b&Media=a&AB=1&Media=c' })).toBe('wrong');
});

test('Twilio: an address is signed with its port or without', () => {
  const { sample } = twilio;
  const fields = Array.from(new URLSearchParams(sample.body)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const signedAt = (url: string) => twilioSigned(url, fields.flat().join(''));
  const statusAt = (url: string, signedUrl: string) => {
    const headers = { ...sample.headers, 'x-twilio-signature': signedAt(signedUrl) };
    return twilio.verify!.check(sampleRequest(sample, { url, headers }), sample.secret!, new Map()).status;
  };
  const [plain, withPort] = ['https://hooks.example.com/t?a=1', 'https://hooks.example.com:443/t?a=1'];
  expect(statusAt(plain, withPort)).toBe('verified');
  expect(statusAt('https://hooks.example.com:8443/t?a=1', plain)).toBe('verified');
  expect(statusAt(plain, 'https://other.example.com/t?a=1')).toBe('wrong');
});

test('Twilio: a form of a great many fields is checked in little time', () => {
  const body = Array.from({ length: 100_000 }, (_, i) => `f${i}=`).join('&');
  expect(check(twilio, twilio.sample.headers, { body })).toBe('wrong');
}, 5_000);

test('SendGrid: the key is taken as its page shows it and in PEM', () => {
  const body = sendgrid.sample.secret!.match(/.{1,64}/g)!.join('\n');
  const secret = `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----\n`;
  expect(check(sendgrid, sendgrid.sample.headers, { secret })).toBe('verified');
});

test('SendGrid: ids of all events of a request make one', () => {
  const body = '[{"sg_event_id":"a"},{"sg_event_id":"b"}]';
  expect(sendgrid.eventId(sampleRequest(sendgrid.sample, { body }))).toBe('a:b');
});

test('Mailgun: a message that was forwarded has the signature in its form', () => {
  const { signature } = JSON.parse(mailgun.sample.body) as { signature: Record<string, string> };
  const body = new URLSearchParams({
    ...signature,
    recipient: 'shop@example.com',
    'Message-Id': '<1@example.com>',
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(check(mailgun, headers, { body: body.toString() })).toBe('verified');
  expect(mailgun.recognise(sampleRequest(mailgun.sample, { headers, body: body.toString() }))).toBe(true);
  body.set('token', 'other');
  expect(check(mailgun, headers, { body: body.toString() })).toBe('wrong');
});

test('Microsoft Graph: each notification of a request has to have the secret', () => {
  const { value } = JSON.parse(microsoftGraph.sample.body) as { value: readonly object[] };
  const withOther = (other: object) => JSON.stringify({ value: [...value, other] });
  const { headers, secret } = microsoftGraph.sample;
  expect(check(microsoftGraph, headers, { body: withOther({ clientState: secret }) })).toBe('verified');
  expect(check(microsoftGraph, headers, { body: withOther({ clientState: 'x' }) })).toBe('wrong');
  expect(check(microsoftGraph, headers, { body: withOther({}) })).toBe('missing');
});

test('Salesforce: XML of another kind is not read', () => {
  const { sample } = salesforce;
  const body = sample.body.replace('http://soap.sforce.com/2005/09/outbound', 'urn:other');
  expect(salesforce.recognise(sampleRequest(sample, { body }))).toBe(false);
  expect(salesforce.eventId(sampleRequest(sample, { body }))).toBeNull();
});
