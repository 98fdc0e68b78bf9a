import { lowerAt, type Token } from '../language/token.ts';
import { accept, type ConditionReader, peek, startsTest } from './condition-reader.ts';
import { type Condition, every, not, some } from './condition-tree.ts';
import { isRepeatable, readRepeatedTest, readTest } from './read-test.ts';

const depthMax = 16;

/** Reads a whole condition; null when a single token of it is left over or not understood. */
export function readCondition(tokens: readonly Token[], level = 0): Condition | null {
  const reader: ConditionReader = {
    tokens,
    at: 0,
    level,
    depth: 0,
    tests: 0,
    field: null,
    operator: null,
    isQuantified: false,
  };
  const condition = readJoined(reader, 0);
  return condition !== null && reader.at === tokens.length ? condition : null;
}

/** A phrase may hold a condition, but not one with such a phrase again: reading must stay quick. */
const readInnerOf =
  ({ level }: ConditionReader) =>
  (tokens: readonly Token[]): Condition | null =>
    level > 0 ? null : readCondition(tokens, level + 1);

/** "Or" joins what "and" has joined. */
const joints = [
  { opener: 'either', words: ['or', '||'], kind: 'some', join: some },
  { opener: 'both', words: ['and', 'but', '&&'], kind: 'every', join: every },
] as const;

function readJoined(reader: ConditionReader, level: 0 | 1): Condition | null {
  const { opener, words, kind, join } = joints[level];
  const parts: Condition[] = [];
  const isOpened = accept(reader, opener);
  let isMixed = false;
  do {
    const start = reader.at;
    const part = level === 0 ? readJoined(reader, 1) : readNot(reader);
    if (part === null) return null;
    isMixed ||=
      level === 0 && part.kind === 'every' && !['(', 'both'].includes(lowerAt(reader.tokens, start));
    parts.push(part);
  } while (acceptConnective(reader, words) || (level === 1 && acceptListComma(reader)));
  const read = join(parts);
  if (isMixed && parts.length > 1) return null;
  return isOpened && read.kind !== kind ? null : read;
}

/** "and", "or" with or without a comma before it. */
function acceptConnective(reader: ConditionReader, words: readonly string[]): boolean {
  const start = reader.at;
  accept(reader, ',');
  if (accept(reader, ...words)) return true;
  reader.at = start;
  return false;
}

/** A comma joins whole conditions as "and" does, where no "or" follows that could claim it. */
function acceptListComma(reader: ConditionReader): boolean {
  if (peek(reader) !== ',') return false;
  const rest = reader.tokens.slice(reader.at + 1);
  if (rest.some(({ lower }) => lower === 'or') || !startsTest(reader, reader.at + 1)) return false;
  reader.at += 1;
  return true;
}

function readNot(reader: ConditionReader): Condition | null {
  if (reader.depth >= depthMax) return null;
  reader.depth += 1;
  const condition = readNotOrTest(reader);
  reader.depth -= 1;
  return condition;
}

function readNotOrTest(reader: ConditionReader): Condition | null {
  if (peek(reader) === 'not') {
    const next = reader.at + 1;
    // "paid and not refunded", "contains refund but not test": the operator is repeated, negated.
    if (reader.field !== null && !startsTest(reader, next) && lowerAt(reader.tokens, next) !== '(') {
      const repeated = readRepeatedTest(reader);
      // "Score above 70 and not from gmail": a bound is not repeated.
      if (repeated !== null || isRepeatable(reader)) return repeated;
    }
    reader.at = next;
    const inner = readNot(reader);
    return inner === null ? null : not(inner);
  }
  if (!accept(reader, '(')) return readTest(reader, readInnerOf(reader));
  const inner = readJoined(reader, 0);
  return inner !== null && accept(reader, ')') ? inner : null;
}
