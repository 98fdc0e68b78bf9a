const firstLetter = /\p{L}\p{M}*/u;

/** The first letter of a word as a capital; the rest as it is. */
export function capitalize(word: string, locale: string): string {
  return word.replace(firstLetter, (letter) => letter.toLocaleUpperCase(locale));
}

/** Two or more capitals, digits allowed, and nothing else: NASA, MP3, but not I. */
export function isAcronym(word: string): boolean {
  return /^(?=.*\p{Lu}.*\p{Lu}|.*\p{Lu}.*\d)[\p{Lu}\d]{2,40}$/u.test(word);
}

/** English writes its first person as a capital wherever it stands. */
export function lowerWord(word: string, locale: string): string {
  const lower = word.toLocaleLowerCase(locale);
  const isEnglish = locale === 'en' || locale.startsWith('en-');
  return isEnglish && /^i(?:$|['’])/.test(lower) ? `I${lower.slice(1)}` : lower;
}
