import { expect, it } from 'vitest';

import { deliveryText } from '#models/prompt.ts';
import { senders } from '#senders/index.ts';
import type { Sender } from '#senders/sender.ts';
import { sampleRequest } from '#test/core/senders/sample-request.ts';
import { publishedKeys } from '#test/core/senders/samples/published-keys.ts';
import { deliveryOf, testNonce } from '#test/support/turn-input.ts';

const all: readonly Sender[] = senders;
const signing = all.filter(({ verify, sample }) => verify !== null && sample.secret !== undefined);

/** Headers that take part in a signature, and prove nothing by themselves. */
const harmless = /(?:timestamp|-time|-id|cert-url|^content-type)$|^x-contentful-(?!signature)/;

/** The headers of a sample without which its signature is none. */
function signaturesOf({ verify, sample }: Sender): readonly string[] {
  const isVerifiedWithout = (name: string) => {
    const headers = Object.fromEntries(Object.entries(sample.headers).filter(([other]) => other !== name));
    return (
      verify!.check(sampleRequest(sample, { headers }), sample.secret!, publishedKeys).status === 'verified'
    );
  };
  return Object.keys(sample.headers).filter((name) => !harmless.test(name) && !isVerifiedWithout(name));
}

it.each(signing.map((sender) => [sender.id, sender] as const))(
  'a prompt shows no signature of %s',
  (_, sender) => {
    const { headers, body } = sender.sample;
    const signatures = signaturesOf(sender);
    const shown = deliveryText(deliveryOf(body, { headers }), testNonce, 65_536);
    for (const name of signatures) {
      expect(shown).not.toContain(`${name}:`);
      expect(shown).not.toContain(headers[name]);
    }
    // The others are data like all that a sender says.
    const other = Object.keys(headers).find(
      (name) => name.endsWith('timestamp') && !name.includes('signature'),
    );
    if (other !== undefined) expect(shown).toContain(`${other}: `);
  },
);

it('finds the signature of nearly every sender in a header', () => {
  const signed = signing.filter((sender) => signaturesOf(sender).length > 0);
  expect(signed.length).toBeGreaterThan(25);
});
