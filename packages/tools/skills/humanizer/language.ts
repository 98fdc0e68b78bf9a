/** Small words that betray a language; words of several languages are left out where they would mislead. */
const smallWords: Readonly<Record<string, readonly string[]>> = {
  english:
    'the of and to in is that it for with as was are this be by we you our your not have has can will but from at or an their its i do does'.split(
      ' ',
    ),
  german: 'der die das und ist nicht ein eine zu mit den von für auf wir sie es dem des auch sich im'.split(
    ' ',
  ),
  french: 'le la les des et est une un dans pour que qui sur avec nous vous ne pas du au il elle'.split(' '),
  spanish: 'el la los las de que y en un una por con para es se su del lo como más'.split(' '),
  italian: 'il lo la gli di che e un una per con non è sono del della nel alla'.split(' '),
  portuguese: 'os as de que e em um uma para com não por do da no na é'.split(' '),
  dutch: 'de het een en van niet dat op te voor met zijn deze naar bij'.split(' '),
};
const wordSets = Object.entries(smallWords).map(([language, words]) => ({ language, words: new Set(words) }));

/** True where nothing speaks for another language more than for English. */
export function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hits = wordSets.map(({ language, words: set }) => ({
    language,
    count: words.filter((word) => set.has(word)).length,
  }));
  const english = hits.find(({ language }) => language === 'english')?.count ?? 0;
  const other = Math.max(...hits.filter(({ language }) => language !== 'english').map(({ count }) => count));
  if (english > other) return true;
  return english === other && /^[\p{ASCII}\s—–‘’“”…]*$/u.test(text);
}

const legalWords =
  /\b(?:hereby|herein|hereto|hereof|hereunder|thereof|whereas|notwithstanding|pursuant to|shall|the parties|indemnify|witnesseth)\b/gi;
const formalWords = /\bet al\.|\bDear Sir|\bYours faithfully\b|\bYours sincerely\b|\bRespectfully\b/;

/** `legal` wording carries meaning to the letter; `formal` text does without contractions. */
export function registerOf(text: string): 'legal' | 'formal' | 'plain' {
  const legal = text.match(legalWords)?.length ?? 0;
  if (legal >= 2) return 'legal';
  return legal === 1 || formalWords.test(text) ? 'formal' : 'plain';
}
