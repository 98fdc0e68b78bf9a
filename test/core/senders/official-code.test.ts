import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { senderOf, senders } from '#senders/index.ts';
import type { SenderSample } from '#senders/sender.ts';
import { sampleRequest } from './sample-request.ts';
import { publishedKeys } from './samples/published-keys.ts';
import { digestOfSample, type Recorded } from './samples/recorded.ts';

// `node test/core/senders/samples/record.ts` makes the file anew.
const records = JSON.parse(
  readFileSync(new URL('samples/recorded.json', import.meta.url), 'utf8'),
) as readonly Recorded[];

/** Their official packages sign within their own tests. */
const signedInTests = ['cloudevents', 'github', 'standard-webhooks', 'stripe'];

const mac = (algorithm: string, key: string | Buffer, ...parts: readonly string[]) =>
  createHmac(algorithm, key).update(parts.join(''));
const base64 = (text: string) => Buffer.from(text, 'base64');
const jwt = (secret: string, content: string) =>
  `${content}.${mac('sha256', secret, content).digest('base64url')}`;
type Proof = (sample: Required<SenderSample>) => readonly [header: string, value: string];
const bearer: Proof = ({ secret }) => ['authorization', `Bearer ${secret}`];
const basic: Proof = ({ secret }) => ['authorization', `Basic ${Buffer.from(secret).toString('base64')}`];
const channelToken: Proof = ({ secret }) => ['x-goog-channel-token', secret];

/** No code of these senders is published: their proofs as their pages say that they are made. */
const proofs: Readonly<Record<string, Proof>> = {
  airtable: ({ secret, body }) => [
    'x-airtable-content-mac',
    `hmac-sha256=${mac('sha256', base64(secret), body).digest('hex')}`,
  ],
  'azure-devops': basic,
  datadog: bearer,
  front: ({ secret, body }) => [
    'x-front-signature',
    mac('sha256', secret, '1795348800000:', body).digest('base64'),
  ],
  'google-calendar': channelToken,
  'google-drive': channelToken,
  klaviyo: ({ secret, body }) => [
    'klaviyo-signature',
    mac('sha256', secret, body, 'Sun, 22 Nov 2026 12:00:00 GMT').digest('hex'),
  ],
  'microsoft-teams': ({ secret, body }) => [
    'authorization',
    `HMAC ${mac('sha256', base64(secret), body).digest('base64')}`,
  ],
  mollie: ({ secret, body }) => ['x-mollie-signature', `sha256=${mac('sha256', secret, body).digest('hex')}`],
  monday: ({ secret, headers }) => [
    'authorization',
    jwt(secret, headers['authorization']!.split('.').slice(0, 2).join('.')),
  ],
  'new-relic': bearer,
  pipedrive: basic,
  'power-automate': bearer,
  twitch: ({ secret, body }) => [
    'twitch-eventsub-message-signature',
    `sha256=${mac('sha256', secret, 'befa7b53-d79d-478f-86b9-120f112b044e', '2026-11-22T12:00:00.123456789Z', body).digest('hex')}`,
  ],
  vercel: ({ secret, body }) => ['x-vercel-signature', mac('sha1', secret, body).digest('hex')],
};
const byDocumentation = Object.keys(proofs);

test.each(byDocumentation)('the sample of %s is signed as its pages say', (id) => {
  const sample = senderOf(id)!.sample as Required<SenderSample>;
  const [header, value] = proofs[id]!(sample);
  expect(sample.headers[header]).toBe(value);
  expect(records.map(({ sender }) => sender)).not.toContain(id);
});

test('code that is not ours was asked about the sample of every sender that signs', () => {
  const signing = senders.filter(({ verify }) => verify !== null).map(({ id }) => id);
  const asked = [...signedInTests, ...byDocumentation, ...records.map(({ sender }) => sender)];
  expect(signing.filter((id) => !asked.includes(id))).toEqual([]);
  expect(records.filter(({ by }) => by === 'sender').length).toBeGreaterThanOrEqual(22);
});

test.each(records.map((record) => [record.sender, record.package, record.version, record] as const))(
  'the sample of %s, which %s %s takes as genuine, is taken here',
  (id, _package, _version, record) => {
    const sender = senders.find((one) => one.id === id)!;
    const { sample, verify } = sender;
    expect(digestOfSample(sample)).toBe(record.sample);
    expect(verify!.check(sampleRequest(sample), sample.secret!, publishedKeys)).toEqual({
      status: 'verified',
    });
  },
);
