import type ValidatorModule from 'validator';
import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { jsonText } from '../output.ts';
import { textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { checkVat } from './vat/check-vat.ts';

type Validator = typeof ValidatorModule;

interface Check {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  readonly result: string;
  readonly isValid: (validator: Validator, compact: string) => boolean;
  /** Other facts about a valid value. */
  readonly facts?: (validator: Validator, compact: string) => object;
}

const spaced = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'g'))?.join(' ') ?? '';

const cardBrands: readonly (readonly [brand: string, pattern: RegExp])[] = [
  ['Visa', /^4/],
  ['Mastercard', /^(?:5[1-5]|2[2-7])/],
  ['American Express', /^3[47]/],
  ['Discover', /^6(?:011|4[4-9]|5)/],
  ['Diners Club', /^3(?:0[0-5]|[68])/],
  ['JCB', /^35/],
  ['UnionPay', /^62/],
];

const checks: readonly Check[] = [
  {
    id: 'iban-validate',
    title: 'Validate IBAN',
    summary: 'Checks country, length and check digits of an international bank account number; gives JSON.',
    text: 'DE89 3704 0044 0532 0130 00',
    result: '{\n  "valid": true,\n  "country": "DE",\n  "formatted": "DE89 3704 0044 0532 0130 00"\n}',
    isValid: (validator, compact) => validator.isIBAN(compact),
    facts: (_, compact) => ({ country: compact.slice(0, 2), formatted: spaced(compact.toUpperCase(), 4) }),
  },
  {
    id: 'card-validate',
    title: 'Validate card number',
    summary: 'Checks the number of a payment card by its check digit (Luhn) and names its brand; gives JSON.',
    text: '4111 1111 1111 1111',
    result: '{\n  "valid": true,\n  "brand": "Visa",\n  "masked": "************1111"\n}',
    isValid: (validator, compact) => validator.isLuhnNumber(compact) && /^\d{12,19}$/.test(compact),
    facts: (_, compact) => ({
      brand: cardBrands.find(([, pattern]) => pattern.test(compact))?.[0] ?? null,
      masked: `${'*'.repeat(compact.length - 4)}${compact.slice(-4)}`,
    }),
  },
  {
    id: 'isbn-validate',
    title: 'Validate ISBN',
    summary: 'Checks the number of a book, of 10 or 13 digits, by its check digit; gives JSON.',
    text: '978-3-16-148410-0',
    result: '{\n  "valid": true,\n  "digits": 13\n}',
    // Numbers of 13 digits are books with these prefixes only; 977 is periodicals.
    isValid: (validator, compact) => /^(?:97[89]\d{10}|.{10})$/.test(compact) && validator.isISBN(compact),
    facts: (_, compact) => ({ digits: compact.length }),
  },
  {
    id: 'ean-validate',
    title: 'Validate EAN',
    summary: 'Checks the number of a product (EAN-8, UPC-A, EAN-13, GTIN-14) by its check digit; gives JSON.',
    text: '4006381333931',
    result: '{\n  "valid": true,\n  "digits": 13\n}',
    // UPC-A is EAN-13 without its first digit, 0.
    isValid: (validator, compact) => validator.isEAN(/^\d{12}$/.test(compact) ? `0${compact}` : compact),
    facts: (_, compact) => ({ digits: compact.length }),
  },
  {
    id: 'email-validate',
    title: 'Validate email address',
    summary:
      'Checks whether an email address is well formed, and gives its normal form; gives JSON. Nothing is sent.',
    text: 'Ada.Lovelace@Example.com',
    result: '{\n  "valid": true,\n  "local": "Ada.Lovelace",\n  "domain": "example.com"\n}',
    isValid: (validator, compact) => validator.isEmail(compact, { allow_utf8_local_part: true }),
    facts: (_, compact) => ({
      local: compact.slice(0, compact.lastIndexOf('@')),
      domain: compact.slice(compact.lastIndexOf('@') + 1).toLowerCase(),
    }),
  },
];

const valueParam = textParam('The value; blanks and hyphens between digits do not count.', 320);

function checkTool({ id, title, summary, text: example, result, isValid, facts }: Check): Tool {
  return defineTool({
    id,
    title,
    summary,
    params: z.object({ text: valueParam }),
    example: { params: { text: example }, result },
    run: async ({ text }) => {
      const { default: validator } = await loadLibrary('validator', () => import('validator'));
      const trimmed = text.trim();
      const compact = trimmed.includes('@') ? trimmed : trimmed.replaceAll(/[ -]/g, '');
      const valid = compact !== '' && isValid(validator, compact);
      return jsonText({ valid, ...(valid && facts?.(validator, compact)) });
    },
  });
}

async function describePhone(text: string, country: string | undefined): Promise<string> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await loadLibrary(
    'libphonenumber-js',
    () => import('libphonenumber-js'),
  );
  if (country !== undefined && !isSupportedCountry(country))
    throw invalid(`country ${JSON.stringify(country)} is not a country code such as US or DE.`);
  const number = parsePhoneNumberFromString(text, country === undefined ? {} : { defaultCountry: country });
  if (number === undefined) return jsonText({ valid: false });
  return jsonText({
    valid: number.isValid(),
    possible: number.isPossible(),
    country: number.country ?? null,
    callingCode: number.countryCallingCode,
    e164: number.number,
    international: number.formatInternational(),
    national: number.formatNational(),
    uri: number.getURI(),
    extension: number.ext ?? null,
  });
}

export const tools: readonly Tool[] = [
  ...checks.map(checkTool),
  defineTool({
    id: 'vat-validate',
    title: 'Validate VAT number',
    summary:
      'Checks a VAT number by the country that it begins with, and its check digits where they are public; gives JSON. No register is asked.',
    params: z.object({ text: valueParam }),
    example: {
      params: { text: 'DE136695976' },
      result: '{\n  "valid": true,\n  "country": "DE",\n  "checked": "digits"\n}',
    },
    run: async ({ text }) => jsonText(await checkVat(text)),
  }),
  defineTool({
    id: 'phone-parse',
    title: 'Parse phone number',
    summary: 'Reads one phone number and writes it in every form; gives JSON.',
    params: z.object({
      text: z.string().max(200).describe('The number.'),
      country: z
        .string()
        .max(10)
        .optional()
        .describe('Country of a number without a country code, such as US.'),
    }),
    example: {
      params: { text: '(202) 456-1414', country: 'US' },
      result:
        '{\n  "valid": true,\n  "possible": true,\n  "country": "US",\n  "callingCode": "1",\n  "e164": "+12024561414",\n  "international": "+1 202 456 1414",\n  "national": "(202) 456-1414",\n  "uri": "tel:+12024561414",\n  "extension": null\n}',
    },
    run: ({ text, country }) => describePhone(text, country),
  }),
];
