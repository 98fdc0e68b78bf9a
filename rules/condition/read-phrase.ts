import type { Token } from '../language/token.ts';
import { connectives, type ConditionReader, peek } from './condition-reader.ts';
import type { Condition, Field } from './condition-tree.ts';
import type { OneOrMore, Parts, Phrase } from './phrase.ts';
import { phrases } from './phrases.ts';
import { readField } from './read-field.ts';
import { readValues } from './read-values.ts';

/** Reads a condition within a phrase. */
export type ReadInner = (tokens: readonly Token[]) => Condition | null;

const clauseTokensMax = 24;
const endsMax = 8;

/** A clause that is said otherwise than by field, operator and value; null where none of the phrases can be read. */
export function readPhrase(
  reader: ConditionReader,
  readInner: ReadInner,
  isFirst: boolean,
): Condition | null {
  const rows = phrases.filter((phrase) => (phrase.isFirst === true) === isFirst);
  for (const end of endsOf(reader)) {
    const tokens = reader.tokens.slice(reader.at, end);
    const condition = readClause(tokens, rows, readInner);
    if (condition === null) continue;
    if (reader.isQuantified && !isQuantity(reader)) return null;
    reader.isQuantified = isQuantity(reader);
    reader.at = end;
    reader.field = null;
    return condition;
  }
  return null;
}

const isQuantity = (reader: ConditionReader): boolean =>
  /^(?:any|at|one|some|every|each|all|none|no)$/.test(peek(reader));

/** Where a clause may end, the farthest first: values may be joined by "or". */
function endsOf({ tokens, at }: ConditionReader): readonly number[] {
  const ends: number[] = [];
  for (let end = at + 1; end <= Math.min(tokens.length, at + clauseTokensMax); end += 1) {
    const next = tokens[end]?.lower ?? '';
    if (end === tokens.length || connectives.has(next)) ends.push(end);
  }
  return ends.slice(0, endsMax).toReversed();
}

function readClause(
  tokens: readonly Token[],
  rows: readonly Phrase[],
  readInner: ReadInner,
): Condition | null {
  const words = tokens.map(({ kind, lower }) => (lower === '' ? (kind === 'text' ? '"' : '\u0000') : lower));
  const clause = words.join(' ');
  for (const { pattern, read } of rows) {
    const match = pattern.exec(clause);
    const condition = match === null ? null : read(partsOf(match, tokens, readInner));
    if (condition !== null) return condition;
  }
  return null;
}

/** The tokens of each named part of a phrase. */
function partsOf(match: RegExpExecArray, tokens: readonly Token[], readInner: ReadInner): Parts {
  const text = (name: string): string => (name === '' ? match[0] : (match.groups?.[name] ?? '').trim());
  const tokensOf = (name: string): readonly Token[] => {
    const range = match.indices?.groups?.[name];
    if (range === undefined) return [];
    const before = match[0].slice(0, range[0]).split(' ').length - 1;
    return tokens.slice(before, before + text(name).split(' ').length);
  };
  const field = (name: string): Field | null => readField(tokensOf(name));
  return {
    text,
    field,
    values: (name, from = 0) => valuesOf(tokensOf(name).slice(from)),
    condition: (name, list) => {
      const inner = readInner(tokensOf(name));
      return inner === null || list === undefined ? inner : membersOf(inner, list);
    },
  };
}

function valuesOf(tokens: readonly Token[]): OneOrMore | null {
  const read = readValues(tokens, 0, { op: 'eq', isList: false, startsTest: () => false });
  return read !== null && read.end === tokens.length && !read.isEvery ? read : null;
}

/** A test of an item, as one of the items of a list. */
function membersOf(condition: Condition, list: string): Condition | null {
  if (condition.kind !== 'test' || condition.field.kind !== 'field') return null;
  const { words } = condition.field;
  return {
    ...condition,
    field: { kind: 'field', words: `${list} ${words}` },
    isState: false,
  };
}
