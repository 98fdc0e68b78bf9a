import { describe, expect, test } from 'vitest';

import { knownSenders as known, senders } from '#senders/index.ts';
import type { Sender, SenderSample } from '#senders/sender.ts';
import { sampleRequest } from './sample-request.ts';
import { publishedKeys } from './samples/published-keys.ts';

const hourMs = 3_600_000;
const all: readonly Sender[] = senders;
const signing = known.filter(({ verify, sample }) => verify !== null && sample.secret !== undefined);

const check = (sender: Sender, request = sampleRequest(sender.sample), secret = sender.sample.secret) =>
  sender.verify!.check(request, secret!, publishedKeys);

/** The sample with the first byte of its body changed, or, where that is empty, of its address. */
const changed = (sample: SenderSample) =>
  sample.body === ''
    ? sampleRequest(sample, { url: `${sample.url ?? 'https://hooks.example.com/hooks/token'}x` })
    : sampleRequest(sample, { body: changedBody(sample.body) });
const changedBody = (body: string) => `${body.slice(0, -1)} ${body.slice(-1)}`;

test('ids are unique and in kebab case', () => {
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

describe.each(known.map((sender) => [sender.id, sender] as const))('%s', (_, sender) => {
  test('its sample is recognised as its own and as no sender before it', () => {
    const request = sampleRequest(sender.sample);
    expect(all.find(({ recognise }) => recognise(request))?.id).toBe(sender.id);
  });

  test('its steps say where the URL goes', () => {
    expect(sender.connect?.steps.join(' ')).toContain('{url}');
  });

  test('an empty request is neither recognised nor read, and nothing throws', () => {
    const request = sampleRequest({ headers: {}, body: '', sentAt: sender.sample.sentAt });
    expect(sender.recognise(request)).toBe(false);
    for (const read of [sender.eventId, sender.reference, sender.referenceUrl, sender.eventName])
      expect(read(request)).toBeNull();
    expect(sender.handshake?.answer(request, null) ?? null).toBeNull();
  });

  test('a body of another form is read without an error', () => {
    for (const body of [
      '[]',
      '[1]',
      'null',
      '"text"',
      '{"data":null,"event":[]}',
      '{"data":[[]]}',
      '\u0000',
    ]) {
      const request = sampleRequest(sender.sample, { body });
      for (const read of [sender.eventId, sender.reference, sender.referenceUrl, sender.eventName])
        expect([null, 'string']).toContain(read(request) === null ? null : typeof read(request));
      expect(sender.recognise(request)).toBeTypeOf('boolean');
      sender.handshake?.answer(request, 'secret');
    }
  });
});

describe.each(signing.map((sender) => [sender.id, sender] as const))('the signature of %s', (_, sender) => {
  const { sample } = sender;

  test('as its official code makes it is right', () => {
    expect(check(sender)).toEqual({ status: 'verified' });
  });

  test('is not right with another secret', () => {
    for (const secret of [`${sample.secret}x`, 'x', '', ' ', 'whsec_', '\u0000'])
      expect(check(sender, sampleRequest(sample), secret).status).not.toBe('verified');
  });

  test('is not right in a request without headers', () => {
    const { status } = check(sender, sampleRequest(sample, { headers: {}, body: '' }));
    expect(status).not.toBe('verified');
  });
});

/** A token proves who sends, not what. Amazon signs members, not bytes. */
const signsContent = signing.filter(({ id, verify }) => verify!.signsContent && id !== 'aws-sns');

test.each(signsContent.map((sender) => [sender.id, sender] as const))(
  'the signature of %s is not right after the content changed',
  (_, sender) => {
    expect(check(sender, changed(sender.sample)).status).toBe('wrong');
  },
);

/** Every header and member of the sample in turn with another id in the place of its own. */
function withOtherIds({ eventId, sample }: Sender) {
  const request = sampleRequest(sample);
  const id = eventId(request)!;
  const headers = Object.entries(sample.headers).map(([name, value]) =>
    sampleRequest(sample, { headers: { ...sample.headers, [name]: `${value}0` } }),
  );
  const texts = [...sample.body.matchAll(/[\w-]{3,}/g)].map(({ 0: text, index }) =>
    sampleRequest(sample, {
      body: `${sample.body.slice(0, index)}${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}${sample.body.slice(index + text.length)}`,
    }),
  );
  return [...headers, ...texts].filter((other) => eventId(other) !== null && eventId(other) !== id);
}

const isIdSigned = (sender: Sender, request = sampleRequest(sender.sample)): boolean =>
  typeof sender.eventIdIsSigned === 'function'
    ? sender.eventIdIsSigned(request)
    : sender.eventIdIsSigned === true;

test.each(signing.map((sender) => [sender.id, sender] as const))(
  'an id of %s that is said to be signed cannot be changed, and one that is not can',
  (_, sender) => {
    // Its id says when it came.
    if (sender.namesNoEvent) return;
    const passing = withOtherIds(sender).filter((other) => check(sender, other).status === 'verified');
    expect(passing.length === 0).toBe(isIdSigned(sender));
  },
);

const signsTime = signing.filter(({ verify }) => verify!.toleranceMs !== null);

test.each(signsTime.map((sender) => [sender.id, sender] as const))(
  'a signature of %s that is an hour outside its window has expired',
  (_, sender) => {
    const sentAt = Date.parse(sender.sample.sentAt);
    const outsideMs = sender.verify!.toleranceMs! + hourMs;
    for (const shiftMs of [outsideMs, -outsideMs]) {
      const request = sampleRequest(sender.sample, { now: sentAt + shiftMs });
      expect(check(sender, request)).toMatchObject({ status: 'expired' });
    }
  },
);
