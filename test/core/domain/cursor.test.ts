import { describe, expect, it } from 'vitest';

import { decodeCursor, encodeCursor } from '#domain/cursor.ts';
import { DomainError, invalidField } from '#domain/domain-error.ts';

const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  it.each([
    { at: 0, id: 'a' },
    { at: 1_790_000_000_000, id: 'pol_a-B_9' },
    { at: 999_999_999_999_999, id: '17' },
  ])('gives back the position it was made of: %j', (position) => {
    expect(decodeCursor(encodeCursor(position))).toEqual(position);
  });

  it.each([
    ['nothing', ''],
    ['no base64url', '!'],
    ['foreign characters in one of ours', `${encoded('1 a')}!`],
    ['a number alone', encoded('9 ')],
    ['an id with a blank', encoded('1 a b')],
    ['a line break behind the id', encoded('1 a\n')],
    ['16 digits', encoded('1234567890123456 a')],
    ['a number with zeros in front', encoded('007 a')],
    ['a negative number', encoded('-1 a')],
  ])('is refused where it is %s', (_, cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(invalidField('cursor', 'is not a cursor of this list'));
  });

  it('is refused where the id is none of the list', () => {
    expect(decodeCursor(encoded('1 7'), /^\d+$/)).toEqual({ at: 1, id: '7' });
    expect(() => decodeCursor(encoded('1 abc'), /^\d+$/)).toThrow(DomainError);
  });
});
