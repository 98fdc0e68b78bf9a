/** Languages with case rules of their own; all others use the engine's much faster default. */
const ownRules: ReadonlySet<string> = new Set(['az', 'el', 'hy', 'lt', 'tr']);

function hasOwnRules(locale: string): boolean {
  return ownRules.has(locale.slice(0, 2).toLowerCase());
}

export function upperCase(text: string, locale: string): string {
  return hasOwnRules(locale) ? text.toLocaleUpperCase(locale) : text.toUpperCase();
}

export function lowerCase(text: string, locale: string): string {
  return hasOwnRules(locale) ? text.toLocaleLowerCase(locale) : text.toLowerCase();
}

const firstLetter = /\p{L}\p{M}*/u;

/** 21st, 1990s: what follows the digits is part of the number. */
const ordinalOrDecade = /^\P{L}*\d(?:st|nd|rd|th|s)(?!\p{L})/iu;

/** With no mark behind it: where most words begin. */
const plainLetter = /^[A-Za-z](?![\u0300-\uFFFF])/;

/** Capitalises the first letter of a word and keeps the rest. If a letter becomes two, only the first is a capital. */
export function capitalize(word: string, locale: string): string {
  if (plainLetter.test(word)) return upperCase(word.charAt(0), locale) + word.slice(1);
  if (ordinalOrDecade.test(word)) return word;
  return word.replace(firstLetter, (letter) => {
    const upper = upperCase(letter, locale);
    const [first = '', ...rest] = Array.from(upper);
    return letter.length === 1 && rest.length > 0 ? first + rest.join('').toLowerCase() : upper;
  });
}

/** Two or more capitals, digits allowed, and nothing else: NASA, MP3, but not I. */
export function isAcronym(word: string): boolean {
  return /^(?=.*\p{Lu}.*\p{Lu}|.*\p{Lu}.*\d)[\p{Lu}\d]{2,40}$/u.test(word);
}

/** In English the pronoun I is always a capital. */
export function lowerWord(word: string, locale: string): string {
  const lower = lowerCase(word, locale);
  const isEnglish = locale === 'en' || locale.startsWith('en-');
  return isEnglish && /^i(?:$|['’])/.test(lower) ? `I${lower.slice(1)}` : lower;
}
