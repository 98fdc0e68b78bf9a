import { expect, it } from 'vitest';

import { isDecimal, readAmount } from '#rules/cel/amount.ts';

it.each(['1', '-1.50', '.5', '5.', '1e3', '+2', ' 7 '])('%j is a decimal', (text) =>
  expect(isDecimal(text)).toBe(true),
);
it.each(['', '.', '$1', '1,000', '1 apple', '0x10', 'Infinity', '1'.repeat(65)])('%j is none', (text) =>
  expect(isDecimal(text)).toBe(false),
);

it.each([
  ['$1,200.50', '1200.50'],
  ['1.200,50 EUR', '1200.50'],
  ["1'234.56 chf", '1234.56'],
  ['50%', '50'],
  ['1,200', null],
  ['$5 EUR', null],
  ['5 APP', null],
])('the amount of %j is %j', (text, digits) => expect(readAmount(text)).toBe(digits));
