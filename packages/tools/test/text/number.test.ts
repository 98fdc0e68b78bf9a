import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

const base = fc.integer({ min: 2, max: 36 });
const big = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n });

test('number-base converts any integer there and back', async () => {
  await fc.assert(
    fc.asyncProperty(big, base, base, async (value, from, to) => {
      const text = value.toString(from);
      const converted = await call('number-base', { text, from, to });
      expect(converted).toBe(value.toString(to));
      expect(await call('number-base', { text: converted, from: to, to: from })).toBe(text);
    }),
  );
});

test.each([
  [{ text: '0xFF', from: 16, to: 10 }, '255'],
  [{ text: '0b1010', from: 2, to: 8 }, '12'],
  [{ text: '1_000 000', to: 10, group: true }, '1 000 000'],
  [{ text: '-255', upperCase: true }, '-FF'],
])('number-base %j', async (params, result) => {
  expect(await call('number-base', params)).toBe(result);
});

test('10,000 digits convert, 10,001 are refused', async () => {
  expect(BigInt(`0x${await call('number-base', { text: '9'.repeat(10_000) })}`)).toBe(10n ** 10_000n - 1n);
  await expect(call('number-base', { text: '9'.repeat(10_001) })).rejects.toMatchObject({
    code: expect.any(String),
  });
});

test.each([{ text: '12', from: 2 }, { text: '' }, { text: '1.5' }, { text: '--1' }])(
  'number-base refuses %j',
  async (params) => {
    await expect(call('number-base', params)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

describe('roman-numeral', () => {
  test('every number from 1 to 3999 comes back', async () => {
    for (let value = 1; value <= 3999; value += 1) {
      const roman = await call('roman-numeral', { text: String(value) });
      expect(await call('roman-numeral', { text: roman })).toBe(String(value));
    }
  });

  test.each(['0', '4000', 'IIII', 'IC', 'VX', 'ABC', '', 'MMMM', '1.5', '-1'])('refuses %j', async (text) => {
    await expect(call('roman-numeral', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

test.each([
  ['0', 'cardinal', 'zero'],
  ['-21', 'cardinal', 'minus twenty-one'],
  ['1,000,001', 'cardinal', 'one million one'],
  ['0.05', 'cardinal', 'zero point zero five'],
  ['12', 'ordinal', 'twelfth'],
  ['101', 'ordinal', 'one hundred first'],
  ['90', 'ordinal', 'ninetieth'],
  ['1000', 'ordinal', 'one thousandth'],
  [
    '9007199254740993',
    'cardinal',
    'nine quadrillion seven trillion one hundred ninety-nine billion two hundred fifty-four million seven hundred forty thousand nine hundred ninety-three',
  ],
])('number-to-words: %s as %s', async (text, form, words) => {
  expect(await call('number-to-words', { text, form })).toBe(words);
});

test.each([
  [{ text: '1234567.891' }, '1,234,567.891'],
  [{ text: '12345678901234567890' }, '12,345,678,901,234,567,890'],
  [{ text: '0.256', style: 'percent' }, '25.6%'],
  [{ text: '1500000', style: 'compact' }, '1.5M'],
  [{ text: '5', minDigits: 2 }, '5.00'],
  [{ text: '1234.5', locale: 'fr' }, '1\u202f234,5'],
])('number-format %j', async (params, result) => {
  expect(await call('number-format', params)).toBe(result);
});

test('number-statistics does not lose small numbers beside large ones', async () => {
  const numbers = Array.from({ length: 10 }, () => '0.5').join(' ');
  expect(await callJson('number-statistics', { text: `1e16 ${numbers} -1e16` })).toMatchObject({
    count: 12,
    sum: 5,
  });
  expect(await callJson('number-statistics', { text: '5' })).toMatchObject({
    median: 5,
    mode: [],
    sampleVariance: null,
  });
  await expect(call('number-statistics', { text: '1, x' })).rejects.toThrow('"x"');
  await expect(call('number-statistics', { text: ' ' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('gcd-lcm and prime-factors agree with arithmetic', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 1_000_000 }),
      fc.integer({ min: 2, max: 1_000_000 }),
      async (a, b) => {
        const { gcd, lcm } = await callJson<{ gcd: string; lcm: string }>('gcd-lcm', { text: `${a} ${b}` });
        expect(BigInt(gcd) * BigInt(lcm)).toBe(BigInt(a) * BigInt(b));
        const factors = (await call('prime-factors', { text: String(a) }))
          .split(' × ')
          .map((factor) => factor.split('^').map(Number));
        expect(factors.reduce((product, [prime = 1, power = 1]) => product * prime ** power, 1)).toBe(a);
      },
    ),
  );
  expect(await call('prime-factors', { text: '9999999999971' })).toBe('9999999999971');
});
