import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { slack } from '#senders/slack.ts';
import { startApi } from '#test/support/service.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
const certificateUrl =
  'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem';

const fetched: string[] = [];
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(
    {},
    {
      fetchPublic: (url) => {
        fetched.push(url);
        const bytes = Buffer.from(pem);
        return Promise.resolve({ kind: 'fetched', status: 200, bytes, contentType: 'text/plain' });
      },
    },
  );
});
afterAll(() => api[Symbol.asyncDispose]());

async function hookOf(sender: string, signingSecret: string) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({ sender, signingSecret });
  return {
    url: automation.url,
    post: (body: string, headers: Record<string, string>) =>
      fetch(automation.hook, { method: 'POST', body, headers }),
    count: async () => {
      const response = await owner.manage('GET', `/automations/${automation.id}/activity`);
      return ((await response.json()) as { items: unknown[] }).items.length;
    },
  };
}

test('Twilio is answered in its own markup, a retry too, and a forged message is refused', async () => {
  const authToken = '12345678901234567890123456789012';
  const hook = await hookOf('twilio', authToken);
  const fields = {
    Body: 'Where is my order?',
    From: '+16505551234',
    MessageSid: 'SM1',
    SmsStatus: 'received',
  };
  const signed = Object.entries(fields).reduce((text, [name, value]) => text + name + value, hook.url);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'i-twilio-idempotency-token': '8c6fc6b5-8fa3-4b8f-ae27-9b1f1f0a2c11',
    'x-twilio-signature': createHmac('sha1', authToken).update(signed).digest('base64'),
  };
  const body = new URLSearchParams(fields).toString();
  for (let i = 0; i < 2; i += 1) {
    const response = await hook.post(body, headers);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/xml; charset=utf-8',
      '<Response/>',
    ]);
  }
  expect(await hook.count()).toBe(1);
  const forged = await hook.post(body.replace('order', 'money'), headers);
  expect([forged.status, await forged.json()]).toMatchObject([401, { code: 'SIGNATURE_INVALID' }]);
  expect(await hook.count()).toBe(1);
});

/** As Slack documents it; its own code takes what this makes of the sample (`test/core/senders/samples/recorded.json`). */
function signedBySlack(secret: string, body: string, seconds: number) {
  const digest = createHmac('sha256', secret).update(`v0:${seconds}:${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'x-slack-request-timestamp': String(seconds),
    'x-slack-signature': `v0=${digest}`,
  };
}

test('Slack connects by a signed handshake, then its event wakes the agent once; what is replayed later is refused', async () => {
  const { sample } = slack;
  const secret = sample.secret!;
  const signedSample = signedBySlack(secret, sample.body, Date.parse(sample.sentAt) / 1000);
  expect(signedSample['x-slack-signature']).toBe(sample.headers['x-slack-signature']);

  const hook = await hookOf('slack', secret);
  const now = Math.floor(Date.now() / 1000);
  const challenge = '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P';
  const handshake = JSON.stringify({ token: 't', challenge, type: 'url_verification' });
  const post = async (body: string, headers: Record<string, string>) => {
    const response = await hook.post(body, headers);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const refused = { status: 401, body: { code: 'SIGNATURE_INVALID' } };
  expect(await post(handshake, signedBySlack(secret, handshake, now))).toEqual({
    status: 200,
    body: { challenge },
  });
  // Not for whoever asks, not with another secret, and not once more ten minutes later, or ahead of time.
  expect(await post(handshake, { 'content-type': 'application/json' })).toMatchObject(refused);
  for (const [key, seconds] of [
    [`${secret}x`, now],
    [secret, now - 600],
    [secret, now + 600],
  ] as const)
    expect(await post(handshake, signedBySlack(key, handshake, seconds))).toMatchObject(refused);
  expect(await hook.count()).toBe(0);

  const event = signedBySlack(secret, sample.body, now);
  const first = await post(sample.body, event);
  expect(first).toMatchObject({
    status: 200,
    body: { status: 'accepted', eventId: 'Ev123ABC456', eventIdSource: 'event_id' },
  });
  const retried = await post(sample.body, {
    ...event,
    'x-slack-retry-num': '1',
    'x-slack-retry-reason': 'http_timeout',
  });
  expect(retried.body).toEqual({ ...first.body, status: 'duplicate' });
  expect(await post(sample.body, signedSample)).toMatchObject(refused);
  const moved = { ...signedSample, 'x-slack-request-timestamp': String(now) };
  expect(await post(sample.body, moved)).toMatchObject(refused);
  expect(await hook.count()).toBe(1);
});

test('a notification of Amazon SNS is taken once its certificate is there, of the owner’s topic alone', async () => {
  const topic = 'arn:aws:sns:us-west-2:123456789012:orders';
  const hook = await hookOf('aws-sns', topic);
  const notification = (TopicArn: string, MessageId: string, SigningCertURL = certificateUrl) => {
    const members = {
      Message: '{"order":7}',
      MessageId,
      Timestamp: '2026-11-22T12:00:00.000Z',
      TopicArn,
      Type: 'Notification',
    };
    const text = Object.entries(members).map(([name, value]) => `${name}\n${value}\n`);
    const Signature = createSign('RSA-SHA256').update(text.join('')).sign(privateKey, 'base64');
    return JSON.stringify({ ...members, SignatureVersion: '2', Signature, SigningCertURL });
  };
  const post = async (body: string) => {
    const headers = { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' };
    const response = await hook.post(body, headers);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  expect(await post(notification(topic, 'm1', 'https://example.com/key.pem'))).toMatchObject({ status: 401 });
  expect(fetched).toEqual([]);
  expect(await post(notification(topic, 'm1'))).toMatchObject({ status: 503 });
  expect(await hook.count()).toBe(0);
  // Its retry comes when the certificate is known.
  await expect
    .poll(() => post(notification(topic, 'm1')))
    .toMatchObject({ status: 200, body: { eventId: 'm1', eventIdSource: 'sender' } });
  expect(fetched).toEqual([certificateUrl]);
  expect((await post(notification(topic, 'm1'))).body).toMatchObject({ status: 'duplicate' });
  const foreign = notification('arn:aws:sns:us-west-2:999999999999:orders', 'm2');
  expect(await post(foreign)).toMatchObject({ status: 401, body: { code: 'SIGNATURE_INVALID' } });
  expect(await hook.count()).toBe(1);
});
