import { invalid } from '../../refuse.ts';

const numerals: readonly (readonly [string, number])[] = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
];

export function toRoman(text: string): string {
  let rest = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  if (rest < 1 || rest > 3999) throw invalid('text must be a whole number from 1 to 3999.');
  let roman = '';
  for (const [numeral, value] of numerals) {
    while (rest >= value) {
      roman += numeral;
      rest -= value;
    }
  }
  return roman;
}

/** Only the standard form: IIII and IC are refused. */
export function fromRoman(text: string): string {
  const roman = text.trim().toUpperCase();
  let rest = roman;
  let total = 0;
  for (const [numeral, value] of numerals) {
    while (rest.startsWith(numeral)) {
      total += value;
      rest = rest.slice(numeral.length);
      if (total > 3999) break;
    }
  }
  const isStandard = rest === '' && total >= 1 && total <= 3999 && toRoman(String(total)) === roman;
  if (!isStandard) throw invalid('text is not a Roman numeral from I to MMMCMXCIX in standard form.');
  return String(total);
}
