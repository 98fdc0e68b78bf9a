import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cutBody } from '#models/cut-body.ts';

const bytesMax = 16_384;
const bytes = (text: string) => new TextEncoder().encode(text);
const jsonOf = (value: unknown, indent = 0) => bytes(JSON.stringify(value, null, indent));
/** The shown part of a value of which only items, members and the ends of texts can be left out. */
const shownOf = <T>(value: T): T => JSON.parse(cutBody(jsonOf(value), null, bytesMax).text) as T;
const orderOf = (count: number) => ({
  id: 820982911946154,
  line_items: Array.from({ length: count }, (_, id) => ({ id, sku: `SKU-${id}`, quantity: (id % 3) + 1 })),
  note: 'Leave it at the door.',
});

describe('a body in the prompt', () => {
  it('is whole as long as it fits', () => {
    const text = 'x'.repeat(bytesMax);
    expect(cutBody(bytes(text), 'text/plain', bytesMax)).toEqual({ text, facts: {} });
  });

  it('as text is shown from its beginning, and the rest is named', () => {
    const cut = cutBody(bytes('é'.repeat(20_000)), 'text/plain', bytesMax);
    expect(cut.text).toBe('é'.repeat(bytesMax / 2));
    expect(cut.facts).toEqual({ shownChars: bytesMax / 2, totalChars: 20_000, more: 'read_delivery' });
  });

  it('as JSON that only its blanks make too long is whole without them', () => {
    const order = orderOf(250);
    const cut = cutBody(jsonOf(order, 4), 'application/json', bytesMax);
    expect(JSON.parse(cut.text)).toEqual(order);
    expect(cut.facts).toEqual({ shown: 'all of the JSON, without blanks' });
  });

  it('as JSON shows as many items as fit and the number of the others, and their siblings', () => {
    const { line_items, ...beside } = shownOf(orderOf(20_000));
    const shown = line_items.length - 1;
    expect(line_items.slice(0, -1)).toEqual(orderOf(shown).line_items);
    expect(line_items.at(-1)).toBe(`… ${20_000 - shown} more items`);
    expect(beside).toEqual({ id: 820982911946154, note: 'Leave it at the door.' });
    expect(JSON.stringify({ line_items }).length).toBeGreaterThan(bytesMax * 0.98);
  });

  it('has no size beyond which it shows much less', () => {
    const shown = Array.from({ length: 60 }, (_, index) => 10 + index * 25).map(
      (count) => shownOf(orderOf(count)).line_items.filter((item) => typeof item === 'object').length,
    );
    expect(shown.slice(0, 12)).toEqual(Array.from({ length: 12 }, (_, index) => 10 + index * 25));
    for (const [index, count] of shown.entries())
      expect(count).toBeGreaterThanOrEqual((shown[index - 1] ?? 0) - 3);
  });

  it('gives long texts the same share, and short values what they need', () => {
    const shown = shownOf({ a: 'a'.repeat(30_000), b: 'b'.repeat(30_000), c: 'short', d: [1, 2, 3] });
    expect(shown).toMatchObject({ c: 'short', d: [1, 2, 3] });
    expect(shown.a).toMatch(/^a{8000,}… \(\+\d+ chars\)$/);
    expect(shown.b).toMatch(/^b{8000,}… \(\+\d+ chars\)$/);
  });

  it('shows a part of each of a few large items', () => {
    const shown = shownOf([1, 2, 3].map((id) => ({ id, log: 'l'.repeat(20_000) })));
    expect(shown.map(({ id, log }) => [id, log.length > 5_000])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
  });

  it('keeps the spelling of numbers', () => {
    const text = `{"id":820982911946154508,"price":1.50,"log":"${'l'.repeat(20_000)}"}`;
    expect(cutBody(bytes(text), null, bytesMax).text).toContain('{"id":820982911946154508,"price":1.50,');
  });

  it('as any large JSON is valid, within the limit and the same every time', () => {
    const large = fc.array(fc.tuple(fc.string({ maxLength: 50 }), fc.jsonValue()), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        large,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 200, max: 20_000 }),
        (entries, times, max) => {
          const body = jsonOf(Array.from({ length: times }, () => Object.fromEntries(entries)));
          const cut = cutBody(body, 'application/json', max);
          expect(Buffer.byteLength(cut.text)).toBeLessThanOrEqual(max);
          if (!('shownChars' in cut.facts)) JSON.parse(cut.text);
          expect(cutBody(body, 'application/json', max)).toEqual(cut);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is left out when it is binary, and read in its charset when it is not', () => {
    expect(cutBody(Uint8Array.of(137, 80, 78, 71, 0, 1), 'image/png', bytesMax)).toEqual({
      text: '',
      facts: { body: 'binary, not shown' },
    });
    const latin = Uint8Array.of(0x63, 0x61, 0x66, 0xe9);
    expect(cutBody(latin, 'text/plain; charset=iso-8859-1', bytesMax).text).toBe('café');
    expect(cutBody(Uint8Array.of(0x7b, 0xff, 0x7d), 'application/json', bytesMax).text).toBe('{\ufffd}');
    expect(cutBody(bytes('hi'), 'text/plain; charset=klingon', bytesMax).text).toBe('hi');
  });
});
