import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { senders } from '../../senders/index.ts';
import { sampleRequest } from './sample-request.ts';
import { publishedKeys } from './samples/published-keys.ts';
import { digestOfSample, type Recorded } from './samples/recorded.ts';

// `node test/senders/samples/record.ts` makes the file anew.
const records = JSON.parse(
  readFileSync(new URL('samples/recorded.json', import.meta.url), 'utf8'),
) as readonly Recorded[];

test('the code of others was asked about samples of many senders', () => {
  expect(records.filter(({ isCommunity }) => !isCommunity).length).toBeGreaterThanOrEqual(10);
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
