import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareDecimals, isDecimal, sumDecimals } from '#rules/cel/decimal.ts';

describe('decimals', () => {
  it.each(['1', '-1.50', '.5', '5.', '1e3', '+2', ' 7 '])('%j is one', (text) =>
    expect(isDecimal(text)).toBe(true),
  );
  it.each(['', '.', '$1', '1,000', '1 apple', '0x10', 'Infinity', '1'.repeat(65)])('%j is none', (text) =>
    expect(isDecimal(text)).toBe(false),
  );

  it.each([
    ['820982911946154508', '820982911946154509', -1],
    ['0.30', '0.3', 0],
    ['-1', '-2', 1],
    ['1e3', '999.9', 1],
    ['1e400', '1e399', 1],
    ['1.0000000000000001e2', '100', 1],
    ['+2', ' 2.0 ', 0],
  ])('%s compared with %s', (left, right, sign) =>
    expect(Math.sign(compareDecimals(left, right))).toBe(sign),
  );

  it('compare as integers do', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        (a, b) => {
          expect(Math.sign(compareDecimals(String(a), String(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
        },
      ),
    );
  });

  it('add up exactly', () => {
    expect(sumDecimals(['0.1', '0.2', '-0.05'])).toBe('0.25');
    expect(sumDecimals([])).toBe('0');
    expect(sumDecimals(['1', 'x'])).toBeNull();
    expect(sumDecimals(['1e3', '2.5e-1'])).toBe('1000.25');
    expect(sumDecimals(['1', '-0'])).toBe('1');
    expect(sumDecimals(['-0'])).toBe('0');
    expect(sumDecimals(['1e100'])).toBeNull();
  });
});
