import type { Token } from '../language/token.ts';
import { connectives, type ConditionReader, peek } from './condition-reader.ts';
import { type Condition, not } from './condition-tree.ts';
import type { Parts, Phrase } from './phrase.ts';
import { phrases } from './phrases.ts';
import { readField } from './read-field.ts';
import { readAllValues } from './read-values.ts';

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
  const rows = phrases.filter((row) => row.isFirst === isFirst);
  for (const end of endsOf(reader)) {
    const condition = readClause(reader.tokens.slice(reader.at, end), rows, readInner);
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
  for (let end = at + 1; end <= Math.min(tokens.length, at + clauseTokensMax); end += 1)
    if (end === tokens.length || connectives.has(tokens[end]?.lower ?? '')) ends.push(end);
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
    if (match === null) continue;
    const parts = partsOf(match, tokens, readInner);
    const condition = read(parts);
    if (condition !== null) return parts.text('not') === '' ? condition : not(condition);
  }
  return null;
}

/** What the named parts of a phrase are. */
function partsOf(match: RegExpExecArray, tokens: readonly Token[], readInner: ReadInner): Parts {
  const text = (name: string): string => (match.groups?.[name] ?? '').trim();
  const tokensOf = (name: string): readonly Token[] => {
    const range = match.indices?.groups?.[name];
    if (range === undefined) return [];
    const before = match[0].slice(0, range[0]).split(' ').length - 1;
    return tokens.slice(before, before + text(name).split(' ').length);
  };
  return {
    text,
    field: (name) => readField(tokensOf(name)),
    values: (name, op = 'eq') => readAllValues(tokensOf(name), { op, isList: false }),
    condition: (name) => readInner(tokensOf(name)),
    fields: (name) => {
      const lists = split(tokensOf(name));
      const fields = lists.map((each) => (readInner(each) === null ? readField(each) : null));
      const known = fields.filter((field) => field !== null);
      const joints = new Set(text(name).match(/\b(?:and|or)\b/g));
      if (known.length < lists.length || lists.length < 2 || joints.size !== 1) return null;
      return { fields: known, joint: joints.has('or') ? 'or' : 'and' };
    },
  };
}

/** What stands between commas, "and" and "or". */
function split(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const at = tokens.findIndex(({ lower }) => ['and', 'or', ','].includes(lower));
  if (at === -1) return [tokens];
  const isDouble = tokens[at]?.lower === ',' && ['and', 'or'].includes(tokens[at + 1]?.lower ?? '');
  return [tokens.slice(0, at), ...split(tokens.slice(at + (isDouble ? 2 : 1)))];
}
