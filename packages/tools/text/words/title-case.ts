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
const initialism = /^["'“‘*([]*(?:\p{L}\.){2,}[*)\]]*$/u;
const opensQuotation = /^["“]/;
/** Two words as alternatives, not a path: and/or. */
const alternatives = /^\P{L}*\p{L}{2,}\/\p{L}{2,}\P{L}*$/u;

/** In a line that is all capitals apart from one-letter words, capitals do not mark acronyms. */
function titleLine(line: string, options: TitleOptions): string {
  if (!options.keepAcronyms || !hasSmallLetter.test(line)) return titleWords(line, options, false);
  const titled = titleWords(line, options, true);
  return hasSmallLetter.test(titled) ? titled : titleWords(line, options, false);
}

type WordOptions = TitleOptions & { readonly keeps: boolean; readonly isEdge: boolean };

/** A word that no white space divides. The parts of e-mail, and/or and start—end follow the rules each. */
function titleWord(token: string, { style, locale, keeps, isEdge }: WordOptions): string {
  if (address.test(token) && !alternatives.test(token)) return token;
  const whole = lettersOnly.exec(lowerCase(token, locale))?.[0] ?? '';
  const isSmall = !isEdge && smallWords[style].has(whole) && !/[-–—/]/.test(token);
  if (isSmall && !(keeps && capitalInside.test(token))) return lowerCase(token, locale);
  return token
    .split(/([-–—/])/)
    .map((part, position, parts) => {
      if (keeps && capitalInside.test(part)) return part;
      const lower = lowerCase(part, locale);
      const before = parts[position - 1] ?? (isEdge ? undefined : parts[1]?.replace('-', ''));
      const mayBeSmall = before === '-' || before === '/';
      return mayBeSmall && smallWords[style].has(lower) ? lower : capitalize(lower, locale);
    })
    .join('');
}

function titleWords(line: string, options: TitleOptions, keeps: boolean): string {
  const tokens = line.split(/(\s)/);
  const lastPosition = tokens.findLastIndex((token) => lettersOnly.test(token));
  let isFirst = true;
  return tokens
    .map((token, index) => {
      const isBlank = token === '' || index % 2 === 1;
      if (isBlank) return token;
      if (!lettersOnly.test(token)) {
        if (endsPart.test(token)) isFirst = true;
        return token;
      }
      const isEdge = isFirst || index === lastPosition || opensQuotation.test(token);
      isFirst = endsPart.test(token) && !initialism.test(token);
      return titleWord(token, { ...options, keeps, isEdge });
    })
    .join('');
}

/** Each line is a headline of its own. */
export function titleCase(text: string, options: TitleOptions): string {
  return mapLines(text, (line) => titleLine(line, options));
}
