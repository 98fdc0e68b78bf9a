import { lowerAt, type Token } from '../language/token.ts';
import { accept, type ConditionReader, peek, startsTest } from './condition-reader.ts';
import { type Condition, not } from './condition-tree.ts';
import { type Joint, joinParts, type Part } from './join-parts.ts';
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
  const condition = readJoined(reader);
  return condition !== null && reader.at === tokens.length ? condition : null;
}

/** A phrase may hold a condition, but not one with such a phrase again: reading must stay quick. */
const readInnerOf =
  ({ level }: ConditionReader) =>
  (tokens: readonly Token[]): Condition | null =>
    level > 0 ? null : readCondition(tokens, level + 1);

const joints: readonly (readonly [Joint, readonly string[]])[] = [
  ['or', ['or', '||']],
  ['and', ['and', 'but', '&&']],
];

function readJoined(reader: ConditionReader): Condition | null {
  const parts: Part[] = [];
  let joined: Pick<Part, 'joint' | 'hasComma' | 'isListed'> | null = null;
  let isBehindBracket = false;
  do {
    const part = readPart(reader, isBehindBracket);
    if (part === null) return null;
    parts.push({ ...part, ...(joined ?? { joint: null, hasComma: false, isListed: false }) });
    isBehindBracket = lowerAt(reader.tokens, reader.at - 1) === ')';
    joined = acceptJoint(reader);
  } while (joined !== null);
  const condition = joinParts(parts);
  // Where a phrase ends is not certain enough for a condition that can be read in two ways.
  return reader.level > 0 && condition?.kind === 'readings' ? null : condition;
}

function readPart(
  reader: ConditionReader,
  isBehindBracket: boolean,
): Omit<Part, 'joint' | 'hasComma' | 'isListed'> | null {
  const opener = openers.find((word) => accept(reader, word)) ?? null;
  const { at, field, tokens } = reader;
  const first = lowerAt(tokens, at);
  const condition = readNot(reader);
  if (condition === null) return null;
  return {
    condition,
    opener,
    isDenied: first === 'not' && lowerAt(tokens, at + 1) !== '(',
    isContinued: field !== null && reader.field === field && first !== '(' && !isBehindBracket,
    hasVerb: /s$|^(?:are|were|do|did|have|had|not)$/.test(first),
  };
}

const openers = ['either', 'both'] as const;

/** "and", "or" with or without a comma before it, or a comma alone. */
function acceptJoint(reader: ConditionReader): Pick<Part, 'joint' | 'hasComma' | 'isListed'> | null {
  const start = reader.at;
  const hasComma = accept(reader, ',');
  const joint = joints.find(([, words]) => accept(reader, ...words))?.[0];
  if (joint !== undefined) return { joint, hasComma, isListed: false };
  reader.at = start;
  return acceptListComma(reader) ? { joint: 'and', hasComma: true, isListed: true } : null;
}

/** A comma joins whole conditions as "and" does, where no "or" follows that could claim it. */
function acceptListComma(reader: ConditionReader): boolean {
  if (peek(reader) !== ',') return false;
  const next = reader.at + 1;
  const rest = reader.tokens.slice(next);
  // "Is open, not draft": what is denied is said of the same field.
  const isDenial = rest[0]?.lower === 'not' && reader.field !== null && isRepeatable(reader);
  if (rest.some(({ lower }) => lower === 'or') || !(isDenial || startsTest(reader, next))) return false;
  reader.at = next;
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
    // "Not tagged a but not b" is no denial of both.
    const isTwice = reader.tokens.slice(next, reader.at).some(({ lower }) => lower === 'not');
    const isBracketed = lowerAt(reader.tokens, next) === '(';
    return inner === null || (inner.kind === 'every' && isTwice && !isBracketed) ? null : not(inner);
  }
  if (!accept(reader, '(')) return readTest(reader, readInnerOf(reader));
  const inner = readJoined(reader);
  return inner !== null && accept(reader, ')') ? inner : null;
}
