import { describe, expect, test } from 'vitest';

import { knownSenders as known } from '#senders/index.ts';
import { createSenderRequest } from '#senders/request.ts';
import type { Sender, SenderRequest } from '#senders/sender.ts';
import { sampleRequest } from './sample-request.ts';

const secret = 'another-secret';

/** Everything that a sender does with a request; a signature is never right here. */
function read(sender: Sender, request: SenderRequest): void {
  expect(sender.recognise(request)).toBeTypeOf('boolean');
  for (const member of ['eventId', 'reference', 'referenceUrl', 'eventName'] as const) {
    const value = sender[member](request);
    if (value !== null) expect(value, member).toBeTypeOf('string');
  }
  for (const newest of [secret, null]) sender.handshake?.answer(request, newest);
  sender.accepted?.(request);
  const status = sender.verify?.check(request, secret, new Map()).status;
  expect(status).not.toBe('verified');
}

/** The JSON with each of its values in turn replaced by one of another type. */
function* variants(value: unknown): Generator<unknown> {
  yield* [null, true, 7, '', '\u0000', [], [[]], {}, { id: {} }, ['x'], 'x'.repeat(10_000)];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    for (const other of variants(member)) {
      const copy: Record<string, unknown> = { ...(value as Record<string, unknown>), [name]: other };
      yield Array.isArray(value) ? Object.values(copy) : copy;
    }
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

describe.each(known.map((sender) => [sender.id, sender] as const))('%s', (_, sender) => {
  const { sample } = sender;

  test('reads bodies with members of other types', () => {
    for (const body of variants(jsonOf(sample.body)))
      read(sender, sampleRequest(sample, { body: JSON.stringify(body) }));
  });

  test('reads broken bodies', () => {
    const half = sample.body.slice(0, sample.body.length / 2);
    for (const body of ['', ' ', '{', '"', half, `${sample.body}}`, '\u0000\u0000', '[{"a":']) {
      read(sender, sampleRequest(sample, { body }));
    }
    read(sender, sampleRequest(sample, { body: Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]) }));
    read(sender, sampleRequest(sample, { body: '[['.repeat(50_000) }));
  });

  test('reads headers that are long, blank, sent twice, absent or of another form', () => {
    for (const name of [...Object.keys(sample.headers), 'content-type', 'authorization']) {
      for (const value of ['', ' ', ',', '=', 'v1=', 't=,v1=', '%', 'ü', 'x'.repeat(8_192), 'a, b']) {
        read(sender, sampleRequest(sample, { headers: { ...sample.headers, [name]: value } }));
      }
      const twice = [sample.headers[name] ?? '', 'x'];
      for (const value of [twice, undefined]) read(sender, withHeader(sender, name, value));
    }
  });

  test('reads other methods and addresses', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) {
      for (const query of ['', '?', '?%', '?challenge', '?a=%ff&a=2', `?a=${'x'.repeat(8_000)}`]) {
        const url = `https://hooks.example.com/hooks/token${query}`;
        read(sender, sampleRequest({ ...sample, method }, { url, headers: {}, body: '' }));
      }
    }
  });
});

const withHeader = ({ sample }: Sender, name: string, value: readonly string[] | undefined) =>
  createSenderRequest({
    method: 'POST',
    url: sample.url ?? 'https://hooks.example.com/hooks/token',
    headers: { ...sample.headers, [name]: value },
    rawBody: Buffer.from(sample.body),
    now: Date.parse(sample.sentAt),
  });
