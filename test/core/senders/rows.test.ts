import { expect, test } from 'vitest';

import { senderOf } from '#senders/index.ts';
import { sampleRequest } from './sample-request.ts';

const eventIdOf = (id: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const { eventId, sample } = senderOf(id)!;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return eventId(sampleRequest(sample, { body: text, headers: { ...sample.headers, ...headers } }));
};

test('an id of several places has its values as they are, without the separators of absent ones', () => {
  const event = 'invitee.created';
  expect(eventIdOf('calendly', { event, payload: { uri: 'a:' } })).toBe('invitee.created:a:');
  expect(eventIdOf('calendly', { event, payload: { uri: 'a', no_show: { uri: ':' } } })).toBe(
    'invitee.created:a::',
  );
  expect(eventIdOf('calendly', { event, payload: {} })).toBeNull();
});

test('an id at one place is not shortened', () => {
  expect(eventIdOf('pagerduty', { event: { id: 'x'.repeat(230) } })).toBe('x'.repeat(230));
});

test('the fields of a form are no members of a sender that sends JSON', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(eventIdOf('square', 'event_id=contact', form)).toBeNull();
});
