import type { Sentence } from '../language/split-sentences.ts';
import { lowerAt, lowerText, type Token } from '../language/token.ts';
import { readTest } from './read-test.ts';
import type { Tree } from './tree.ts';
import { joiners, openers } from './vocabulary.ts';
import { findOperator } from './find-operator.ts';

/** A part between "and", "or" and commas outside of brackets, and what joins it to the one before. */
interface Part {
  readonly joiner: 'and' | 'or' | ',' | null;
  readonly tokens: readonly Token[];
}

/** `run`: beside another sentence that lets deliveries pass it may mean "and" or "or". */
export interface ReadSentence {
  readonly sense: 'only' | 'run' | 'skip';
  readonly tree: Tree;
}

/** Null: not understood. */
export function readSentence({ tokens }: Sentence, source: string): ReadSentence | null {
  const text = `${lowerText(tokens)} `;
  const [pattern, sense] = openers.find(([each]) => each.test(text)) ?? [null, 'only' as const];
  const length = pattern?.exec(text)?.[0].trim().split(' ').length ?? 0;
  const tree = readCondition(tokens.slice(length), source, length === 0);
  return tree === null ? null : { sense, tree };
}

function readCondition(tokens: readonly Token[], source: string, isStart: boolean): Tree | null {
  const parts = partsOf(tokens);
  if (parts === null) return null;
  const units = unitsOf(parts);
  const [first] = units;
  if (first === undefined || first[0]?.joiner !== null) return null;
  const joined = units.slice(1).map(([head]) => head?.joiner);
  const [joiner = 'and'] = joined;
  // "A or B and C" has two meanings, and so has "not A and B"; so has a list beside another test.
  if (joiner === ',' || joiner === null || joined.some((each) => each !== joiner)) return null;
  const isLoose = units.some((unit, at) => isLooseNot(unit) && at < units.length - 1);
  const isBesideList = units.length > 1 && units.some((unit) => isLooseList(unit, joiner));
  if (isLoose || isBesideList) return null;
  const trees = units
    .map((unit, at) => readUnit(unit, source, isStart && at === 0))
    .filter((tree) => tree !== null);
  const [only] = trees;
  if (trees.length < units.length || only === undefined) return null;
  return trees.length === 1 ? only : { kind: joiner, of: trees };
}

const isLooseNot = ([head]: readonly Part[]): boolean =>
  head !== undefined && lowerAt(head.tokens, 0) === 'not' && lowerAt(head.tokens, 1) !== '(';

/** "Status is paid or open and …": the list has no beginning as that of "is one of". */
function isLooseList([head, ...rest]: readonly Part[], joiner: 'and' | 'or'): boolean {
  if (head === undefined || rest.length === 0) return false;
  const found = findOperator(head.tokens);
  const isList = found?.phrase.words.includes('of') === true || found?.phrase.operator === 'between';
  return !isList && (joiner === 'and' || found?.phrase.isDenied === true) && !isOrMore(rest);
}

/** "2 or more". */
const isOrMore = (rest: readonly Part[]): boolean =>
  rest.length === 1 && /^(?:more|less|fewer)$/.test(lowerText(rest[0]?.tokens ?? []));

function readUnit(unit: readonly Part[], source: string, isStart: boolean): Tree | null {
  const [head, ...rest] = unit;
  if (head === undefined) return null;
  const { tokens } = head;
  if (lowerAt(tokens, 0) === 'not') {
    const of = readUnit([{ ...head, tokens: tokens.slice(1) }, ...rest], source, false);
    return of === null ? null : { kind: 'not', of };
  }
  if (lowerAt(tokens, 0) === '(')
    return rest.length === 0 && closes(tokens) ? readCondition(tokens.slice(1, -1), source, false) : null;
  return readTest(tokens, rest, source, isStart);
}

/** Does the last bracket close the first one? */
function closes(tokens: readonly Token[]): boolean {
  const inner = tokens.slice(1, -1);
  return tokens.at(-1)?.lower === ')' && partsOf(inner) !== null;
}

/** Parts without an operator go on with the values of the one before. */
function unitsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const units: Part[][] = [];
  for (const part of parts) {
    const isNew = findOperator(part.tokens) !== null || /^(?:not|\()$/.test(lowerAt(part.tokens, 0));
    if (isNew || units.length === 0) units.push([part]);
    else units.at(-1)?.push(part);
  }
  return units;
}

/** Null where brackets do not match. */
function partsOf(tokens: readonly Token[]): readonly Part[] | null {
  const parts: { joiner: Part['joiner']; tokens: Token[] }[] = [{ joiner: null, tokens: [] }];
  let depth = 0;
  for (const token of tokens) {
    depth += token.lower === '(' ? 1 : token.lower === ')' ? -1 : 0;
    if (depth < 0) return null;
    const joiner = token.lower === ',' ? ',' : joiners[token.lower];
    const last = parts.at(-1);
    if (joiner === undefined || depth > 0) last?.tokens.push(token);
    // ", and" is "and".
    else if (last?.joiner === ',' && last.tokens.length === 0 && joiner !== ',') last.joiner = joiner;
    else parts.push({ joiner, tokens: [] });
  }
  return depth === 0 && parts.every(({ tokens: own }) => own.length > 0) ? parts : null;
}
