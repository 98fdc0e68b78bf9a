import { expect, test } from 'vitest';

import { knownSenders as known } from '#senders/index.ts';
import { sampleRequest } from './sample-request.ts';

test.each(known.map((sender) => [sender.id, sender] as const))(
  'the sample of %s is recognised by it and by no other',
  (id, { sample }) => {
    const request = sampleRequest(sample);
    expect(known.filter(({ recognise }) => recognise(request)).map((sender) => sender.id)).toEqual([id]);
  },
);

test('no sender takes the sample of another for its own, whatever its scheme shares with it', () => {
  const signing = known.filter(({ verify, sample }) => verify !== null && sample.secret !== undefined);
  expect(signing.length).toBeGreaterThan(5);
  for (const { id, verify, sample: own } of signing) {
    const others = signing.filter((other) => other.id !== id);
    const taken = others.filter(
      ({ sample }) => verify!.check(sampleRequest(sample), own.secret!, new Map()).status === 'verified',
    );
    expect([id, taken.map((other) => other.id)]).toEqual([id, []]);
  }
});
