import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseJson } from '#domain/json-value.ts';

const written = (text: string): string => JSON.stringify(parseJson(text)?.value);

test.each(['820982911946154508', '10000000.000000009', '0.0000001', '1.50', '-0', '1E+2', '1e999'])(
  'the number %s stays as it was written',
  (number) => {
    expect(written(number)).toBe(number);
    expect(written(`{"a":[${number}],"b":"2026-03-01T12:00:00.000Z"}`)).toContain(`[${number}]`);
  },
);

test('any number stays as it was written, wherever it stands', () => {
  const number = fc.stringMatching(/^-?(?:0|[1-9]\d{0,18})(?:\.\d{1,18})?(?:[eE][+-]?\d{1,3})?$/);
  const blank = fc.constantFrom('', ' ', '\n', '\t', '\r\n');
  fc.assert(
    fc.property(number, number, blank, (one, other, between) => {
      const text = ['[', one, ',', '{"a":', other, '}', ']'].join(between);
      expect(written(text)).toBe(`[${one},{"a":${other}}]`);
    }),
  );
});

test.each([
  ['lists', '['.repeat(64) + ']'.repeat(64), '['.repeat(66) + ']'.repeat(66)],
  ['objects', '{"a":'.repeat(64) + '1' + '}'.repeat(64), '{"a":'.repeat(65) + '1' + '}'.repeat(65)],
])('%s nested deeper than 64 are no JSON', (_, deepest, tooDeep) => {
  expect(parseJson(deepest)).not.toBeNull();
  expect(parseJson(tooDeep)).toBeNull();
});
