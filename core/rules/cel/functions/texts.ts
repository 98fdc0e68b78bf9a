import { type Budget, overBudget, spend, spendChars } from '../budget.ts';
import { isValueList, numericOf, type Unknown, unknown, type Value, wrongKind } from '../value.ts';
import type { CelFunction } from './cel-function.ts';

/** A search for a longer text may begin anew at each character. */
const searchCharsMax = 250;

/** The place at which a text begins in another one, in UTF-16 units; -1 for nowhere, null over the budget. */
function find(text: string, part: string, budget: Budget, from = 0): number | null {
  const effort = part.length > searchCharsMax ? part.length / searchCharsMax : 1;
  return spendChars(budget, text.length * effort) ? text.indexOf(part, from) : null;
}

/** A function of texts alone. */
const ofText = (
  name: string,
  args: number,
  call: (text: string, other: string, budget: Budget) => Value | null,
  effort = 1,
): CelFunction => ({
  args: [args, args],
  call: ([text, other = ''], budget) => {
    if (typeof text !== 'string') return wrongKind(name, text);
    if (typeof other !== 'string') return wrongKind(name, other);
    return spendChars(budget, text.length * effort) ? (call(text, other, budget) ?? overBudget) : overBudget;
  },
});

/** Positions are of characters, as CEL counts them: the units, where no character takes two. */
const charactersOf = (text: string): string | readonly string[] =>
  /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;

export const lengthOf = (text: string): number => charactersOf(text).length;

const joined = (characters: string | readonly string[]): string =>
  typeof characters === 'string' ? characters : characters.join('');

const outOfRange = unknown('a position lies outside of the text');

function positionOf(value: Value | undefined, otherwise: number, max: number): number | Unknown {
  if (value === undefined) return otherwise;
  const number = numericOf(value);
  const position = number === null ? NaN : Number(number);
  return Number.isInteger(position) && position >= 0 && position <= max ? position : outOfRange;
}

/** A function of a text and of positions in it. */
const ofPositions = (
  name: string,
  args: readonly [number, number],
  call: (characters: string | readonly string[], at: readonly number[]) => Value,
): CelFunction => ({
  args,
  call: ([text, ...positions], budget) => {
    if (typeof text !== 'string') return wrongKind(name, text);
    if (!spendChars(budget, text.length * 4)) return overBudget;
    const characters = charactersOf(text);
    const at = positions.map((position) => positionOf(position, 0, characters.length));
    const numbers = at.filter((position) => typeof position === 'number');
    return numbers.length === at.length ? call(characters, numbers) : outOfRange;
  },
});

function indexOf(isLast: boolean): CelFunction {
  const name = isLast ? 'lastIndexOf' : 'indexOf';
  return {
    args: [1, 2],
    call: ([text, part, from], budget) => {
      if (typeof text !== 'string') return wrongKind(name, text);
      if (typeof part !== 'string') return wrongKind(name, part);
      if (!spendChars(budget, text.length * (4 + part.length / searchCharsMax))) return overBudget;
      const start = positionOf(from, isLast ? lengthOf(text) : 0, lengthOf(text));
      if (typeof start !== 'number') return start;
      const units = joined(charactersOf(text).slice(0, start)).length;
      const found = isLast ? text.lastIndexOf(part, units) : text.indexOf(part, units);
      return BigInt(found === -1 ? -1 : lengthOf(text.slice(0, found)));
    },
  };
}

/** The parts of a text between separators; null over the budget. */
function partsOf(text: string, separator: string, budget: Budget): readonly string[] | null {
  const effort = separator === '' ? text.length * 16 : 0;
  if (!spendChars(budget, effort) || find(text, separator, budget) === null) return null;
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  return spend(budget, parts.length / 4) ? parts : null;
}

/** How often at most: absent or negative is without a limit; null where it is no whole number. */
function limitOf(value: Value | undefined): number | null {
  const number = value === undefined ? -1 : Number(numericOf(value) ?? NaN);
  return Number.isInteger(number) ? (number < 0 ? Infinity : number) : null;
}

const split: CelFunction = {
  args: [1, 2],
  call: ([text, separator, limit], budget) => {
    const most = limitOf(limit);
    if (typeof text !== 'string') return wrongKind('split', text);
    if (typeof separator !== 'string') return wrongKind('split', separator);
    if (most === null) return wrongKind('split', limit);
    const parts = partsOf(text, separator, budget);
    if (parts === null || parts.length <= most) return parts ?? overBudget;
    return most === 0 ? [] : [...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)];
  },
};

const replace: CelFunction = {
  args: [2, 3],
  call: ([text, part, by, limit], budget) => {
    const most = limitOf(limit);
    if (typeof text !== 'string') return wrongKind('replace', text);
    if (typeof part !== 'string') return wrongKind('replace', part);
    if (typeof by !== 'string') return wrongKind('replace', by);
    if (most === null) return wrongKind('replace', limit);
    const parts = partsOf(text, part, budget);
    if (parts === null) return overBudget;
    // An empty text stands before, between and after all characters.
    const pieces = part === '' ? ['', ...parts, ''] : parts;
    const count = Math.min(most, pieces.length - 1);
    if (!spendChars(budget, count * by.length)) return overBudget;
    return [pieces.slice(0, count + 1).join(by), ...pieces.slice(count + 1)].join(part);
  },
};

const join: CelFunction = {
  args: [0, 1],
  call: ([list, separator = ''], budget) => {
    if (list === undefined || !isValueList(list)) return wrongKind('join', list);
    if (typeof separator !== 'string') return wrongKind('join', separator);
    const texts: string[] = [];
    for (const item of list) {
      if (typeof item !== 'string') return wrongKind('join', item);
      if (!spendChars(budget, item.length + separator.length + 8)) return overBudget;
      texts.push(item);
    }
    return texts.join(separator);
  },
};

const isSpace = (character: string): boolean => /^\p{White_Space}$/u.test(character);

function trim(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isSpace(text.charAt(from))) from += 1;
  while (to > from && isSpace(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

export const ofTexts: Readonly<Record<string, CelFunction>> = {
  contains: ofText('contains', 1, (text, part, budget) => {
    const found = find(text, part, budget);
    return found === null ? null : found !== -1;
  }),
  startsWith: ofText('startsWith', 1, (text, part) => text.startsWith(part)),
  endsWith: ofText('endsWith', 1, (text, part) => text.endsWith(part)),
  lowerAscii: ofText('lowerAscii', 0, (text) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase()), 8),
  upperAscii: ofText('upperAscii', 0, (text) => text.replace(/[a-z]+/g, (part) => part.toUpperCase()), 8),
  trim: ofText('trim', 0, trim, 16),
  charAt: ofPositions('charAt', [1, 1], (characters, [at = 0]) => characters[at] ?? ''),
  substring: ofPositions('substring', [1, 2], (characters, [from = 0, to = characters.length]) =>
    from > to ? outOfRange : joined(characters.slice(from, to)),
  ),
  indexOf: indexOf(false),
  lastIndexOf: indexOf(true),
  split,
  replace,
  join,
};
