import { expect, test } from 'vitest';

import { senders } from '#senders/index.ts';
import type { Sender, SenderSample } from '#senders/sender.ts';
import { sampleRequest } from './sample-request.ts';
import { publishedKeys } from './samples/published-keys.ts';

const forgeries = 10_000;
const signing = senders.filter(({ verify, sample }) => verify !== null && sample.secret !== undefined);

/** Repeatable: each test run forges the same. */
let state = 1;
const below = (max: number): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state % max;
};

/** Another letter or digit in the place of one of them; the last ones of a signature may say nothing in base64. */
function changed(text: string): string {
  const places = Array.from(text.matchAll(/[A-Za-z0-9]/g), ({ index }) => index).slice(0, -2);
  const at = places[below(places.length)] ?? 0;
  const other = text[at] === 'z' || text[at] === 'Z' || text[at] === '9' ? 'a' : nextTo(text, at);
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}
const nextTo = (text: string, at: number): string => String.fromCharCode(text.charCodeAt(at) + 1);

/** The headers with the proofs of senders. */
const proofs = /signature|hmac|content-mac|x-trello-webhook|token|authorization|transmission-sig/;

function forged(sender: Sender): { readonly sample: SenderSample; readonly secret: string } {
  const { sample } = sender;
  const secret = sample.secret!;
  const proof = Object.keys(sample.headers).find(
    (name) => proofs.test(name) && !/timestamp|idempotency|-digest/.test(name),
  );
  const kind = below(3);
  if (kind === 0 && proof !== undefined) {
    const headers = { ...sample.headers, [proof]: changed(sample.headers[proof]!) };
    return { sample: { ...sample, headers }, secret };
  }
  // Amazon does not sign the whole of what it sends.
  if (kind === 1 && sender.verify!.signsContent && sender.id !== 'aws-sns')
    return { sample: { ...sample, body: changed(sample.body) }, secret };
  return { sample, secret: changed(secret) };
}

test(`none of ${forgeries} forged deliveries is taken`, () => {
  const taken: string[] = [];
  for (let i = 0; i < forgeries; i += 1) {
    const sender = signing[i % signing.length]!;
    const { sample, secret } = forged(sender);
    const { status } = sender.verify!.check(sampleRequest(sample), secret, publishedKeys);
    if (status === 'verified') taken.push(`${sender.id} ${JSON.stringify(sample.headers)} ${secret}`);
  }
  expect(taken).toEqual([]);
});

test('without the forgery the delivery is accepted', () => {
  for (const sender of signing) {
    const { status } = sender.verify!.check(
      sampleRequest(sender.sample),
      sender.sample.secret!,
      publishedKeys,
    );
    expect([sender.id, status]).toEqual([sender.id, 'verified']);
  }
});
