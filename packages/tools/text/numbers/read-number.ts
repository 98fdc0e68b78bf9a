import { invalid } from '../../refuse.ts';

/** Reads a number with the separators of a language. Digits, separators and what they stand for must agree. */
export function readNumber(text: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(-12_345_678.9);
  const signOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const decimal = signOf('decimal');
  const isBlank = /^\s$/.test(signOf('group'));
  const digits = text
    .normalize('NFKC')
    .replaceAll(/[\p{Sc}%\u2030]|\b[A-Z]{3}\b/gu, '')
    .replaceAll(/[\u2212\u2013]/g, '-')
    .trim()
    .replaceAll('\u2019', "'");
  const group = isBlank ? ' ' : signOf('group').replace('\u2019', "'");
  const [whole = '', fraction, ...more] = digits.split(decimal);
  const groups = whole.replace(/^[-+]\s*/, '').split(group);
  const isGrouped =
    groups.length === 1 || groups.every((part, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{2,3}$/).test(part));
  const joined = groups.join('');
  if (
    more.length > 0 ||
    !isGrouped ||
    !/^\d+$/.test(joined) ||
    (fraction !== undefined && !/^\d+$/.test(fraction))
  )
    throw invalid(`text is not a number as ${locale} writes it.`);
  const sign = whole.startsWith('-') ? '-' : '';
  return `${sign}${joined.replace(/^0+(?=\d)/, '')}${fraction === undefined ? '' : `.${fraction}`}`;
}
