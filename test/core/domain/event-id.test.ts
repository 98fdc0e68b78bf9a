import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyCharacter } from '#tools/test/any-character.ts';
import { eventIdOf } from '#domain/event-id.ts';
import { jsonOf } from '#domain/json-body.ts';
import { deliveryIdOf, workflowIdOf } from '#domain/run-id.ts';

const day = new Date('2026-11-21T12:00:00Z');
const of = (input: { header?: string; json?: unknown; body?: string; receivedAt?: Date }) =>
  eventIdOf({
    header: input.header,
    json: () => input.json,
    body: Buffer.from(input.body ?? ''),
    receivedAt: input.receivedAt ?? day,
  });

describe('the source of an event id', () => {
  test.each([
    ['the header first', { header: 'h', json: { event_id: 'e' } }, 'header', 'h'],
    ['event_id without a header', { json: { event_id: 'e', idempotency_key: 'i' } }, 'event_id', 'e'],
    ['idempotency_key without an event_id', { json: { idempotency_key: 'i' } }, 'idempotency_key', 'i'],
    ['a number', { json: { event_id: 42 } }, 'event_id', '42'],
    ['zero', { json: { event_id: 0 } }, 'event_id', '0'],
    ['what follows a blank header', { header: '  ', json: { event_id: 'e' } }, 'event_id', 'e'],
    ['what follows a blank member', { json: { event_id: '', idempotency_key: 'i' } }, 'idempotency_key', 'i'],
    ['what follows null', { json: { event_id: null, idempotency_key: 'i' } }, 'idempotency_key', 'i'],
    ['what follows true', { json: { event_id: true, idempotency_key: 'i' } }, 'idempotency_key', 'i'],
  ] as const)('is %s', (_, input, source, eventId) => {
    expect(of(input)).toMatchObject({ source, eventId });
  });

  test.each([
    ['an object as id', { event_id: {} }],
    ['an inherited member', Object.create({ event_id: 'x' })],
    ['an array', [{ event_id: 'x' }]],
    ['no JSON', undefined],
  ])('is the payload with %s', (_, json) => {
    expect(of({ json }).source).toBe('payload');
  });
});

test('a payload is one event within a UTC day and another one the next', () => {
  const key = (time: string, body = 'same') => of({ body, receivedAt: new Date(time) }).key;
  expect(key('2026-11-21T00:00:00Z')).toBe(key('2026-11-21T23:59:59Z'));
  expect(key('2026-11-21T23:59:59Z')).not.toBe(key('2026-11-22T00:00:01Z'));
  expect(key('2026-11-21T00:00:00Z')).not.toBe(key('2026-11-21T00:00:00Z', 'other'));
});

test('an id above 255 characters is refused, characters being code points', () => {
  expect(() => of({ header: 'x'.repeat(256) })).toThrow('longer than 255 characters');
  expect(of({ header: '🎉'.repeat(255) }).eventId).toHaveLength(510);
});

test('no two different ids meet, not even a digest and an id that looks like one', () => {
  const digestKey = of({ header: 'a/b' }).key;
  expect(of({ header: digestKey }).key).not.toBe(digestKey);
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, minLength: 1 }),
      fc.string({ unit: anyCharacter, minLength: 1 }),
      (a, b) => {
        fc.pre(a !== b && a.trim() !== '' && b.trim() !== '' && a.length < 128 && b.length < 128);
        expect(of({ header: a }).key).not.toBe(of({ header: b }).key);
      },
    ),
  );
  expect(of({ header: '\ud800' }).key).not.toBe(of({ header: '\ud801' }).key);
});

test('a workflow id is readable for a plain id and fits into 255 characters for every id', () => {
  expect(workflowIdOf('aut_1', of({ header: 'evt_1.a:b-c' }).key)).toBe('run/aut_1/id/evt_1.a:b-c');
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 127 }), (id) => {
      fc.pre(id.trim() !== '');
      const workflowId = workflowIdOf('aut_'.padEnd(24, 'x'), of({ header: id }).key);
      expect(Buffer.byteLength(workflowId)).toBeLessThan(255);
      expect(deliveryIdOf(workflowId)).toMatch(/^dlv_[\w-]{22}$/);
    }),
  );
});

describe('text that counts as JSON', () => {
  test.each([
    ['application/json', '{"a":1}', { a: 1 }],
    ['application/json; charset=utf-8', '{"a":1}', { a: 1 }],
    ['application/cloudevents+json', '{"a":1}', { a: 1 }],
    ['APPLICATION/JSON', '\ufeff{"a":1}', { a: 1 }],
    [null, '{"a":1}', { a: 1 }],
    [null, 'plain', undefined],
    ['text/plain', '{"a":1}', undefined],
    ['application/x-www-form-urlencoded', '{"a":1}', undefined],
    ['application/json', '{"a":', undefined],
    ['application/json; charset=nonsense', '{"a":1}', undefined],
  ])('%s with %s', (contentType, body, expected) => {
    expect(jsonOf(contentType, Buffer.from(body))).toEqual(expected);
  });

  test('UTF-16 with its charset', () => {
    expect(jsonOf('application/json; charset=utf-16le', Buffer.from('{"a":1}', 'utf16le'))).toEqual({ a: 1 });
  });

  test('ids that are long numbers keep their digits, nested ones do not interfere', () => {
    const body = '{"event_id":12345678901234567890,"data":{"event_id":12345678901234567899}}';
    expect(jsonOf('application/json', Buffer.from(body))).toMatchObject({ event_id: '12345678901234567890' });
  });
});
