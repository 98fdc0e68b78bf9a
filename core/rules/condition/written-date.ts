import { lowerAt, type Token } from '../language/token.ts';
import { isDate } from './instant.ts';

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

const iso = (year: string, month: number, day: string): string | null => {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(text) ? text : null;
};

const monthOf = (word: string): number =>
  word.length < 3
    ? 0
    : months.findIndex((month) => month === word || month.slice(0, word.length) === word.replace('.', '')) +
      1;

/** The date that begins at a token: `2026-03-01`, `March 1, 2026`, `1 March 2026`, `15.03.2026`; null where it is none or may be two. */
export function readDate(
  tokens: readonly Token[],
  at: number,
): { readonly value: string; readonly end: number } | null {
  const [first, second, third] = [lowerAt(tokens, at), lowerAt(tokens, at + 1), lowerAt(tokens, at + 2)];
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(first);
  if (dotted !== null) return dated(iso(dotted[3] ?? '', Number(dotted[2]), dotted[1] ?? ''), at + 1);
  const afterComma = third === ',' ? 3 : 2;
  const year = lowerAt(tokens, at + afterComma);
  if (monthOf(first) > 0 && isDayNumber(second) && /^\d{4}$/.test(year))
    return dated(iso(year, monthOf(first), dayOf(second)), at + afterComma + 1);
  const isDayFirst = isDayNumber(first) && monthOf(second) > 0 && /^\d{4}$/.test(third);
  return isDayFirst ? dated(iso(third, monthOf(second), dayOf(first)), at + 3) : null;
}

const isDayNumber = (word: string): boolean => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word);
const dayOf = (word: string): string => word.replace(/\D+$/, '');
const dated = (value: string | null, end: number) => (value === null ? null : { value, end });
