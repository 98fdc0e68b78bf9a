import { expect, test } from 'vitest';

import { customSender } from '#senders/custom.ts';
import { proposeSender } from '#senders/detect/propose.ts';
import { createSenderRequest } from '#senders/request.ts';
import { type UnknownSender, unknownSenders, url } from './unknown-senders.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

function requestOf({ body, deliver }: UnknownSender, number: number, changed = '') {
  const text = body(number);
  const { headers, search = '' } = deliver(text, now);
  return createSenderRequest({
    method: 'POST',
    url: url + search,
    headers,
    rawBody: Buffer.from(text + changed),
    now,
  });
}

const propose = (sender: UnknownSender) =>
  proposeSender({
    request: requestOf(sender, 123_456),
    secret: sender.secret,
    earlier: [requestOf(sender, 123_457), requestOf(sender, 123_458)],
  });

const found = unknownSenders.filter((sender) => propose(sender).data.signature !== null);

test('at least 40 of 45 and more senders are found', () => {
  expect(unknownSenders.length).toBeGreaterThanOrEqual(45);
  expect(found.length).toBeGreaterThanOrEqual(40);
});

test.each(unknownSenders.map((sender) => [sender.name, sender] as const))(
  'nothing that is proposed for %s is wrong',
  (_, sender) => {
    const { known, data } = propose(sender);
    expect(known).toBeNull();
    expect(data.signature === null).toBe(sender.isBeyond === true);
    if (sender.eventId !== undefined) expect([null, sender.eventId]).toContain(data.eventId);
    if (data.signature == null) return;
    const { verify } = customSender(data);
    const check = (request: ReturnType<typeof requestOf>, secret = sender.secret) =>
      verify!.check(request, secret, new Map()).status;
    // Another delivery of the same sender, which was not looked at.
    expect(check(requestOf(sender, 999_001))).toBe('verified');
    if (verify!.signsContent) expect(check(requestOf(sender, 999_001, ' '))).toBe('wrong');
    expect(check(requestOf(sender, 999_001), 'another-secret-31')).toBe('wrong');
  },
);
