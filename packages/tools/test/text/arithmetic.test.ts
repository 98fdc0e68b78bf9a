import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call } from '../call.ts';

const calculate = (text: string) => call('calculate', { text });

describe('an expression', () => {
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['0.1 + 0.2', '0.3'],
    ['10 - 2 - 3', '5'],
    ['100 / 8 / 2', '6.25'],
    ['1 / 3', '0.33333333333333333333'],
    ['-2 ^ 2', '-4'],
    ['2 ^ 3 ^ 2', '512'],
    ['2 ^ -2', '0.25'],
    ['1299.90 * 19%', '246.981'],
    ['round(1299.90 * 19%, 2)', '246.98'],
    ['round(2.5)', '3'],
    ['round(-2.5)', '-3'],
    ['floor(-1.2) + ceil(1.2)', '0'],
    ['sum(1, 2.5, 3) / average(2, 4)', '2.16666666666666666667'],
    ['max(1, 3, 2) - min(4, 2) + abs(-1)', '2'],
    ['99999999999999999999 + 1', '100000000000000000000'],
    ['--5', '5'],
    [' 7\n+ 1 ', '8'],
  ])('%s is %s', async (text, result) => {
    expect(await calculate(text)).toBe(result);
  });

  it.each([
    ['', 'text is not a whole expression.'],
    ['1 +', 'text is not a whole expression.'],
    ['1 / (2 - 2)', 'text divides by zero.'],
    ['(1 + 2', 'text has a bracket that is not closed.'],
    ['1 2', 'text goes on after the end of the expression.'],
    ['1,000 + 1', 'text goes on after the end of the expression.'],
    ['* 2', 'text has * where a number is expected.'],
    ['constructor(1)', /^text has the unknown function constructor; there are sum, /],
    ['sum 1', 'text has no bracket after sum.'],
    ['abs(1, 2)', 'text has a function that takes one number.'],
    ['2 ^ 1001', /^text has an exponent/],
    ['$5 + 1', 'text cannot be calculated from "$5 + 1" on.'],
  ])('%j is refused', async (text, message) => {
    await expect(calculate(text)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it.each(['9 ^ 1000 ^ 2', '((9 ^ 900) ^ 900) ^ 900', `${'9'.repeat(1_500)} * ${'9'.repeat(1_500)}`])(
    'that would have thousands of digits is refused',
    async (text) => {
      await expect(calculate(text)).rejects.toMatchObject({
        message: expect.stringMatching(/digits|exponent/),
      });
    },
  );

  it('adds whole numbers of any size exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.bigInt(), async (a, b) => {
        expect(await calculate(`${a} + (${b})`)).toBe(String(a + b));
      }),
    );
  });
});

describe('money', () => {
  it.each([
    [{ text: '1234.5', currency: 'USD' }, '$1,234.50'],
    [{ text: '129990', currency: 'eur', unit: 'minor', locale: 'de' }, '1.299,90\u00a0€'],
    [{ text: '500', currency: 'JPY', unit: 'minor' }, '¥500'],
    [{ text: '-5', currency: 'USD', unit: 'minor' }, '-$0.05'],
    [{ text: '90071992547409931234.56', currency: 'USD' }, '$90,071,992,547,409,931,234.56'],
  ])('%j is written %s', async (params, result) => {
    expect(await call('format-money', params)).toBe(result);
  });

  it.each([
    { text: 'ten', currency: 'USD' },
    { text: '1', currency: 'EURO' },
  ])('%j is refused', async (params) => {
    await expect(call('format-money', params)).rejects.toMatchObject({ code: expect.any(String) });
  });
});

describe('a number as a language writes it', () => {
  it.each([
    ['1.299,90 €', 'de', '1299.90'],
    ['EUR 1.299,90', 'de', '1299.90'],
    ['$1,299.90', 'en', '1299.90'],
    ['1\u202f299,90', 'fr', '1299.90'],
    ['1’299.90', 'de-CH', '1299.90'],
    ['12,34,567.5', 'en-IN', '1234567.5'],
    ['-5 %', 'en', '-5'],
    ['\u22127', 'en', '-7'],
    ['007', 'en', '7'],
  ])('%s (%s) is %s', async (text, locale, result) => {
    expect(await call('read-number', { text, locale })).toBe(result);
  });

  it.each([
    ['1.299.90', 'en'],
    ['1,5', 'en'],
    ['1.5', 'de'],
    ['', 'en'],
    ['five', 'en'],
    ['1,2345', 'en'],
  ])('%j (%s) is refused', async (text, locale) => {
    await expect(call('read-number', { text, locale })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
