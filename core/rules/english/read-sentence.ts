import type { Sentence } from '../language/split-sentences.ts';
import { lowerAt, lowerText, type Token } from '../language/token.ts';
import { boundOf, type Part, readTest } from './read-test.ts';
import type { Tree } from './tree.ts';
import { findOperator, joiners, openers } from './vocabulary.ts';

/** Of brackets within brackets. */
const depthMax = 10;

/** `run`: beside another sentence that lets deliveries pass it may mean "and" or "or". */
interface ReadSentence {
  readonly sense: 'only' | 'run' | 'skip';
  readonly tree: Tree;
}

/** Null: not understood. */
export function readSentence({ tokens }: Sentence, source: string): ReadSentence | null {
  const text = `${lowerText(tokens)} `;
  const [pattern, sense] = openers.find(([each]) => each.test(text)) ?? [null, 'only' as const];
  const length = pattern?.exec(text)?.[0].trim().split(' ').length ?? 0;
  const tree = readCondition(tokens.slice(length), source);
  return tree === null ? null : { sense, tree };
}

function readCondition(tokens: readonly Token[], source: string): Tree | null {
  const units = unitsOf(partsOf(tokens) ?? []);
  const joined = units.slice(1).map(([head]) => head?.joiner);
  const joiner = joined.at(-1) ?? 'and';
  // "A or B and C" has two meanings, and so has "not A and B"; so has a list beside another test.
  if (joiner === ',' || joined.some((each) => each !== ',' && each !== joiner)) return null;
  if (units.length > 1 && units.some((unit, at) => isLoose(unit, joiner, at === units.length - 1)))
    return null;
  const trees = units.map((unit) => readUnit(unit, source)).filter((tree) => tree !== null);
  const [only] = trees;
  if (trees.length < units.length || only === undefined) return null;
  return trees.length === 1 ? only : { kind: joiner, of: trees };
}

/** "Not" may reach beyond its test, and "status is paid or open" beyond its list; that of "is one of" does not. */
function isLoose([head, ...rest]: readonly Part[], joiner: 'and' | 'or', isLast: boolean): boolean {
  const tokens = head?.tokens ?? [];
  if (!isLast && lowerAt(tokens, 0) === 'not' && lowerAt(tokens, 1) !== '(') return true;
  if (rest.length === 0 || boundOf(rest) !== undefined) return false;
  const phrase = findOperator(tokens)?.phrase;
  const isEnclosed = phrase?.words.includes('of') === true || phrase?.operator === 'between';
  return !isEnclosed && (joiner === 'and' || phrase?.isDenied === true);
}

function readUnit([head, ...rest]: readonly Part[], source: string): Tree | null {
  if (head === undefined) return null;
  const { tokens } = head;
  const first = lowerAt(tokens, 0);
  if (first === 'not') {
    const of = readUnit([{ ...head, tokens: tokens.slice(1) }, ...rest], source);
    return of === null ? null : { kind: 'not', of };
  }
  if (first !== '(') return readTest(tokens, rest, source);
  const isGroup = rest.length === 0 && tokens.at(-1)?.lower === ')';
  return isGroup ? readCondition(tokens.slice(1, -1), source) : null;
}

/** Parts without an operator go on with the values of the one before. */
function unitsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const units: Part[][] = [];
  for (const part of parts)
    if (units.length === 0 || findOperator(part.tokens) !== null) units.push([part]);
    else units.at(-1)?.push(part);
  return units;
}

/** Null where brackets do not match, or are too deep. */
function partsOf(tokens: readonly Token[]): readonly Part[] | null {
  const parts: { joiner: Part['joiner']; tokens: Token[] }[] = [{ joiner: null, tokens: [] }];
  let depth = 0;
  for (const token of tokens) {
    depth += token.lower === '(' ? 1 : token.lower === ')' ? -1 : 0;
    if (depth < 0 || depth > depthMax) return null;
    const joiner = token.lower === ',' ? ',' : joiners[token.lower];
    const last = parts.at(-1);
    if (joiner === undefined || depth > 0) last?.tokens.push(token);
    // ", and" is "and".
    else if (last?.joiner === ',' && last.tokens.length === 0 && joiner !== ',') last.joiner = joiner;
    else parts.push({ joiner, tokens: [] });
  }
  return depth === 0 && parts.every(({ tokens: own }) => own.length > 0) ? parts : null;
}
