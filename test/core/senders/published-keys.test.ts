import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';

import { awsSns } from '#senders/aws-sns.ts';
import { googlePubsub } from '#senders/google-pubsub.ts';
import { paypal } from '#senders/paypal.ts';
import type { Sender } from '#senders/sender.ts';
import { sampleRequest } from './sample-request.ts';
import { publishedKeys } from './samples/published-keys.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();

const certificateUrls: readonly (readonly [Sender, string, boolean])[] = [
  [paypal, 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42', true],
  [paypal, 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42', true],
  [paypal, 'http://api.paypal.com/v1/notifications/certs/CERT-360caa42', false],
  [paypal, 'https://api.paypal.com.example.com/v1/notifications/certs/CERT-360caa42', false],
  [paypal, 'https://notpaypal.com/v1/notifications/certs/CERT-360caa42', false],
  [paypal, 'https://api.paypal.com:8443/v1/notifications/certs/CERT-360caa42', false],
  [paypal, 'https://api.paypal.com/other/CERT-360caa42', false],
  [awsSns, 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-9c64.pem', true],
  [awsSns, 'https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-9c64.pem', true],
  [awsSns, 'https://bucket.s3.amazonaws.com/SimpleNotificationService-9c64.pem', false],
  [awsSns, 'https://sns.eu-central-1.amazonaws.com/?Action=Publish&x=.pem', false],
  [awsSns, 'https://sns.eu-central-1.amazonaws.com@example.com/9c64.pem', false],
  [awsSns, 'https://sns.eu-central-1.amazonaws.com/other.pem', false],
  [awsSns, 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-9c64.pem?x=1', false],
  [paypal, 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42?x=1', false],
  [paypal, 'https://api.paypal.com/v1/notifications/certs/../other', false],
  [googlePubsub, 'https://www.googleapis.com/oauth2/v1/certs', true],
  [googlePubsub, 'https://www.googleapis.com/oauth2/v1/certs?x=1', false],
];

test.each(certificateUrls.map(([sender, url, isOne]) => [sender.id, url, isOne, sender] as const))(
  '%s: whether a key is fetched from %s: %s',
  (_id, url, isOne, sender) => {
    expect(sender.verify!.isKeyUrl!(new URL(url))).toBe(isOne);
  },
);

test('before its key is known a delivery is neither right nor wrong', () => {
  for (const sender of [paypal, awsSns, googlePubsub]) {
    const check = sender.verify!.check(sampleRequest(sender.sample), sender.sample.secret!, new Map());
    expect(check.status).toBe('unknown-key');
    expect(sender.verify!.isKeyUrl!(new URL(check.status === 'unknown-key' ? check.keyUrl : ''))).toBe(true);
  }
});

describe('PayPal', () => {
  test('a key at an address that is not PayPal’s is never asked for', () => {
    const headers = { ...paypal.sample.headers, 'paypal-cert-url': 'https://example.com/cert.pem' };
    const request = sampleRequest(paypal.sample, { headers });
    expect(paypal.verify!.check(request, paypal.sample.secret!, new Map())).toEqual({ status: 'wrong' });
  });

  test('a delivery of another time or transmission is not what was signed', () => {
    for (const name of ['paypal-transmission-time', 'paypal-transmission-id']) {
      const headers = { ...paypal.sample.headers, [name]: '2026-11-22T12:00:01Z' };
      const request = sampleRequest(paypal.sample, { headers });
      expect(paypal.verify!.check(request, paypal.sample.secret!, publishedKeys).status).toBe('wrong');
    }
  });
});

describe('Amazon SNS', () => {
  const url = 'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem';
  const topic = 'arn:aws:sns:us-west-2:123456789012:orders';
  const signed = (members: Readonly<Record<string, string>>, names: readonly string[]) => {
    const text = names.map((name) => `${name}\n${members[name]}\n`).join('');
    const algorithm = members['SignatureVersion'] === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
    const Signature = createSign(algorithm).update(text).sign(privateKey, 'base64');
    return { ...members, Signature, SigningCertURL: url };
  };
  const check = (members: object, secret = topic) =>
    awsSns.verify!.check(
      sampleRequest(awsSns.sample, { body: JSON.stringify(members) }),
      secret,
      new Map([[url, pem]]),
    ).status;
  const names = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
  const notification = {
    Type: 'Notification',
    MessageId: 'm1',
    TopicArn: topic,
    Subject: 'Order 7',
    Message: '{"order":7}',
    Timestamp: '2026-11-22T12:00:00.000Z',
    SignatureVersion: '2',
  };

  test.each(['1', '2'])('a notification of version %s is right, with a subject and without', (version) => {
    const { Subject: _, ...plain } = { ...notification, SignatureVersion: version };
    expect(check(signed({ ...notification, SignatureVersion: version }, names))).toBe('verified');
    expect(
      check(
        signed(
          plain,
          names.filter((name) => name !== 'Subject'),
        ),
      ),
    ).toBe('verified');
  });

  test('each member that is signed counts', () => {
    const right = signed(notification, names);
    for (const name of names.filter((name) => name !== 'Type'))
      expect([name, check({ ...right, [name]: 'other' })]).toEqual([name, 'wrong']);
    expect(check({ ...right, SignatureVersion: '1' })).toBe('wrong');
    expect(check({ ...right, SignatureVersion: '3' })).toBe('wrong');
  });

  test('the topic of another customer is wrong, though Amazon signed it', () => {
    const foreign = { ...notification, TopicArn: 'arn:aws:sns:us-west-2:999999999999:orders' };
    expect(check(signed(foreign, names))).toBe('wrong');
  });

  test('the confirmation of a subscription is signed with its token', () => {
    const confirmation = {
      ...notification,
      Type: 'SubscriptionConfirmation',
      Token: '2336',
      SubscribeURL: 'https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription',
    };
    const signedNames = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    const right = signed(confirmation, signedNames);
    expect(check(right)).toBe('verified');
    expect(check({ ...right, Token: '2337' })).toBe('wrong');
  });
});

describe('Google Pub/Sub', () => {
  const account = 'push@acme.iam.gserviceaccount.com';
  const address = 'https://hooks.example.com/hooks/token';
  const now = Date.parse(googlePubsub.sample.sentAt) / 1_000;
  const claims = {
    iss: 'https://accounts.google.com',
    aud: address,
    email: account,
    email_verified: true,
    iat: now - 60,
    exp: now + 3_540,
  };
  const keys = new Map([['https://www.googleapis.com/oauth2/v1/certs', JSON.stringify({ k1: pem })]]);
  const token = (payload: object, key: KeyObject = privateKey, kid = 'k1') =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
  const check = (jwt: string, { secret = account, at = now } = {}) =>
    googlePubsub.verify!.check(
      sampleRequest(googlePubsub.sample, { headers: { authorization: `Bearer ${jwt}` }, now: at * 1_000 }),
      secret,
      keys,
    ).status;

  test('a token for the account and the address is right', async () => {
    expect(check(await token(claims))).toBe('verified');
  });

  test('an audience of its own stands after the account', async () => {
    const jwt = await token({ ...claims, aud: 'reveille' });
    expect(check(jwt)).toBe('wrong');
    expect(check(jwt, { secret: `${account} reveille` })).toBe('verified');
  });

  test('another account, issuer or audience and an address that is not verified are wrong', async () => {
    for (const change of [
      { email: 'other@acme.iam.gserviceaccount.com' },
      { iss: 'https://example.com' },
      { aud: 'https://hooks.example.com/hooks/other' },
      { email_verified: false },
      { email_verified: 'true' },
    ]) {
      expect(check(await token({ ...claims, ...change }))).toBe('wrong');
    }
  });

  test('a token that has run out, or begins later, has expired', async () => {
    const jwt = await token(claims);
    expect(check(jwt, { at: now + 3_541 })).toBe('expired');
    expect(check(jwt, { at: now - 361 })).toBe('expired');
  });

  test('a token of another key, of a key nobody published, or of no key is wrong', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    expect(check(await token(claims, other))).toBe('wrong');
    expect(check(await token(claims, privateKey, 'k2'))).toBe('wrong');
    expect(check(await token(claims, privateKey, '__proto__'))).toBe('wrong');
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(check(`${part({ alg: 'none', kid: 'k1' })}.${part(claims)}.AA`)).toBe('wrong');
  });
});
