import { mapLines } from '../lines/line-breaks.ts';
import { capitalize, lowerCase } from '../unicode/letters.ts';

const articlesAndConjunctions = 'a an the and but for nor or so yet as if';
const shortPrepositions = 'at by in of off on per to up via vs v';
const longPrepositions =
  'about above across after against along amid among around before behind below beneath beside between beyond ' +
  'despite down during except from inside into like near onto out outside over past since than through ' +
  'throughout till toward towards under underneath until upon with within without';

const smallWords: Readonly<Record<TitleStyle, ReadonlySet<string>>> = {
  simple: new Set(),
  ap: new Set(`${articlesAndConjunctions} ${shortPrepositions}`.split(' ')),
  chicago: new Set(`${articlesAndConjunctions} ${shortPrepositions} ${longPrepositions}`.split(' ')),
};

type TitleStyle = 'ap' | 'chicago' | 'simple';

interface TitleOptions {
  readonly style: TitleStyle;
  readonly keepAcronyms: boolean;
  readonly locale: string;
}

/** Words with deliberate spelling: addresses, file names, iPhone, NASA. */
const address = /[/@\\]|\w\.\w/;
const capitalInside = /\p{L}[^\p{L}]*\p{Lu}/u;
const hasSmallLetter = /\p{Ll}/u;
const lettersOnly = /[\p{L}\p{M}'’]+/u;
const endsPart = /[.:!?—–]["'”’)\]]*$/;

/** In a line that is all capitals apart from one-letter words, capitals do not mark acronyms. */
function titleLine(line: string, options: TitleOptions): string {
  if (!options.keepAcronyms || !hasSmallLetter.test(line)) return titleWords(line, options, false);
  const titled = titleWords(line, options, true);
  return hasSmallLetter.test(titled) ? titled : titleWords(line, options, false);
}

function titleWords(line: string, { style, locale }: TitleOptions, keeps: boolean): string {
  const tokens = line.split(/(\s)/);
  const wordPositions = tokens.flatMap((token, index) => (lettersOnly.test(token) ? [index] : []));
  const lastPosition = wordPositions.at(-1);
  let isFirst = true;
  return tokens
    .map((token, index) => {
      if (!lettersOnly.test(token)) {
        if (endsPart.test(token)) isFirst = true;
        return token;
      }
      const isEdge = isFirst || index === lastPosition;
      isFirst = endsPart.test(token);
      if (address.test(token) || (keeps && capitalInside.test(token))) return token;
      const lower = lowerCase(token, locale);
      const word = lettersOnly.exec(lower)?.[0] ?? '';
      if (!isEdge && smallWords[style].has(word) && !lower.includes('-')) return lower;
      return lower
        .split('-')
        .map((part, position) =>
          position > 0 && smallWords[style].has(part) ? part : capitalize(part, locale),
        )
        .join('-');
    })
    .join('');
}

/** Each line is a headline of its own. */
export function titleCase(text: string, options: TitleOptions): string {
  return mapLines(text, (line) => titleLine(line, options));
}
