import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { senders } from '#senders/index.ts';
import { sampleRequest } from './sample-request.ts';
import { publishedKeys } from './samples/published-keys.ts';
import { digestOfSample, type Recorded } from './samples/recorded.ts';

// `node test/core/senders/samples/record.ts` makes the file anew.
const records = JSON.parse(
  readFileSync(new URL('samples/recorded.json', import.meta.url), 'utf8'),
) as readonly Recorded[];

/** Their official packages sign within their own tests. */
const signedInTests = ['cloudevents', 'github', 'standard-webhooks', 'stripe'];

test('code that is not ours was asked about the sample of every sender that signs', () => {
  const signing = senders.filter(({ verify }) => verify !== null).map(({ id }) => id);
  const asked = [...signedInTests, ...records.map(({ sender }) => sender)];
  expect(signing.filter((id) => !asked.includes(id))).toEqual([]);
  expect(records.filter(({ by }) => by === 'sender').length).toBeGreaterThanOrEqual(15);
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
