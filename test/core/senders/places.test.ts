import { expect, test } from 'vitest';

import { readPlace } from '#senders/data/place.ts';
import { sampleRequest } from './sample-request.ts';

const readIn = (body: string, place: string) =>
  readPlace(place)(sampleRequest({ headers: {}, body, sentAt: '2026-11-22T12:00:00Z' }));

test('a star stands for each item of a list', () => {
  expect(readIn('{"events":[{"id":"a"},{"id":7}]}', '/events/*/id')).toBe('a 7');
  expect(readIn('[{"id":"a"},{"id":"b"}]', '/*/id')).toBe('a b');
  expect(readIn('["a","b"]', '/*')).toBe('a b');
  expect(readIn('{"a":[{"b":[1,2]},{"b":[3]}]}', '/a/*/b/*')).toBe('1 2 3');
});

test('a list has no text where it is empty, is none, or an item has none', () => {
  for (const body of [
    '{"events":[]}',
    '{"events":{"id":"a"}}',
    '{"events":[{"id":"a"},{}]}',
    '{}',
    '[]',
    'x',
  ])
    expect([body, readIn(body, '/events/*/id')]).toEqual([body, null]);
  expect(readIn('{"a":[{"b":[1]},{"b":[]}]}', '/a/*/b/*')).toBe('1');
  expect(readIn('{"a":[{"b":[1]},{"b":2}]}', '/a/*/b/*')).toBeNull();
});

test('a star within a name is a letter', () => {
  expect(readIn('{"*a":"x"}', '/*a')).toBe('x');
});
