import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyCharacter } from '#tools/test/any-character.ts';
import { pageCharsMax, readDelivery, readResponse } from '#domain/read-page.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const body = bytes('{"order":{"id":820982911946154508,"items":[{"sku":"A"},{"sku":"B"}],"a/b":{"~":1}}}');

describe('a page of a delivery', () => {
  it.each([
    ['/order/items/1/sku', 'B'],
    ['/order/items/0', '{"sku":"A"}'],
    ['/order/a~1b/~0', '1'],
    ['/order/id', '820982911946154508'],
  ])('at %s is %s', (pointer, text) => {
    expect(readDelivery(body, { pointer })).toEqual({
      page: { text, offset: 0, totalChars: text.length, nextOffset: null },
    });
  });

  it.each(['/order/missing', '/order/items/7', '/order/id/x', '/constructor', '/order/items/length'])(
    'says that there is nothing at %s',
    (pointer) => {
      expect(readDelivery(body, { pointer })).toEqual({
        missing: `The delivery has nothing at "${pointer}".`,
      });
    },
  );

  it('has no pointers where the body is not JSON', () => {
    expect(readDelivery(bytes('hello'), { pointer: '/a' })).toHaveProperty('missing');
    expect(readDelivery(bytes('hello'), {})).toMatchObject({ page: { text: 'hello' } });
  });

  it('in a form is read by the name of a field', () => {
    const form = bytes('name=Ada+L&tag=a&tag=b');
    const read = (pointer: string) => readDelivery(form, { pointer }, 'application/x-www-form-urlencoded');
    expect(read('/name')).toMatchObject({ page: { text: 'Ada L' } });
    expect(read('/tag/1')).toMatchObject({ page: { text: 'b' } });
  });

  it('is read in the charset of the delivery', () => {
    expect(readDelivery(Uint8Array.of(0xe9), {}, 'text/plain; charset=iso-8859-1')).toMatchObject({
      page: { text: 'é' },
    });
  });

  it('is at most 16 KB', () => {
    expect(readResponse('x'.repeat(50_000), { limit: 1_000_000 })).toMatchObject({
      nextOffset: pageCharsMax,
      totalChars: 50_000,
    });
  });
});

it('pages one after the other give the whole text, and none ends with half a surrogate pair', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.integer({ min: 1, max: 50 }),
      (text, limit) => {
        let read = '';
        let offset: number | null = 0;
        while (offset !== null) {
          const page = readResponse(text, { offset, limit });
          expect(page.text).toBe(page.text.toWellFormed());
          read += page.text;
          offset = page.nextOffset;
        }
        expect(read).toBe(text);
      },
    ),
  );
});
