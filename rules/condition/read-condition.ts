import { readField } from './read-field.ts';
import type { Token } from '../language/tokenize.ts';
import { type Operator, readOperator } from './read-operator.ts';
import { isDecimal } from './decimal.ts';
import { type Condition, every, type Field, not, some, type Test } from './condition-tree.ts';
import { readValues } from './read-values.ts';
import { boundWords } from './vocabulary.ts';

const depthMax = 16;
const testsMax = 64;

/** What the sentence said last, for "amount > 100 or < 10" and "is draft or archived". */
interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
  tests: number;
  field: Field | null;
}

/** Reads a whole condition; null when a single token of it is left over or not understood. */
export function readCondition(tokens: readonly Token[]): Condition | null {
  const reader: Reader = { tokens, at: 0, depth: 0, tests: 0, field: null };
  const condition = readSome(reader);
  return condition !== null && reader.at === tokens.length ? condition : null;
}

const peek = ({ tokens, at }: Reader): string => tokens[at]?.lower ?? '';

function accept(reader: Reader, ...words: readonly string[]): boolean {
  if (!words.includes(peek(reader))) return false;
  reader.at += 1;
  return true;
}

function readSome(reader: Reader): Condition | null {
  const parts: Condition[] = [];
  accept(reader, 'either');
  do {
    const part = readEvery(reader);
    if (part === null) return null;
    parts.push(part);
  } while (acceptConnective(reader, 'or', '||'));
  return some(parts);
}

function readEvery(reader: Reader): Condition | null {
  const parts: Condition[] = [];
  accept(reader, 'both');
  do {
    const part = readNot(reader);
    if (part === null) return null;
    parts.push(part);
  } while (acceptConnective(reader, 'and', 'but', '&&') || acceptListComma(reader));
  return every(parts);
}

/** "and", "or" with or without a comma before it. */
function acceptConnective(reader: Reader, ...words: readonly string[]): boolean {
  const start = reader.at;
  accept(reader, ',');
  if (accept(reader, ...words)) return true;
  reader.at = start;
  return false;
}

/** A comma joins whole conditions as "and" does, where no "or" follows that could claim it. */
function acceptListComma(reader: Reader): boolean {
  if (peek(reader) !== ',') return false;
  const rest = reader.tokens.slice(reader.at + 1);
  if (rest.some(({ lower }) => lower === 'or') || !startsTest(reader, reader.at + 1)) return false;
  reader.at += 1;
  return true;
}

function readNot(reader: Reader): Condition | null {
  if (reader.depth >= depthMax) return null;
  reader.depth += 1;
  const condition = readNotOrTest(reader);
  reader.depth -= 1;
  return condition;
}

function readNotOrTest(reader: Reader): Condition | null {
  if (peek(reader) === 'not') {
    // "paid and not refunded": the operator is repeated, negated.
    if (
      reader.field !== null &&
      !startsTest(reader, reader.at + 1) &&
      reader.tokens[reader.at + 1]?.lower !== '('
    )
      return readRepeated(reader);
    reader.at += 1;
    const inner = readNot(reader);
    return inner === null ? null : not(inner);
  }
  if (!accept(reader, '(')) return readTest(reader);
  const inner = readSome(reader);
  return inner !== null && accept(reader, ')') ? inner : null;
}

function readRepeated(reader: Reader): Condition | null {
  const { field } = reader;
  if (field === null) return null;
  reader.at += 1;
  return readOperands(reader, field, {
    op: 'eq',
    operand: 'value',
    isNegated: true,
    isPlain: true,
    end: reader.at,
  });
}

const connectives = new Set(['and', 'or', 'but', ',', '(', ')', '&&', '||']);

/** Does a test of its own begin here: a field with an operator, or an operator that repeats the field? */
function startsTest({ tokens }: Reader, from: number): boolean {
  for (let index = from; index < tokens.length; index += 1) {
    if (readOperator(tokens, index) !== null) return true;
    const { lower = '' } = tokens[index] ?? {};
    if (connectives.has(lower) && !(index === from && (lower === '(' || lower === ','))) return false;
  }
  return false;
}

function readTest(reader: Reader): Condition | null {
  reader.tests += 1;
  if (reader.tests > testsMax) return null;
  const start = reader.at;
  for (let index = start; index < reader.tokens.length; index += 1) {
    const operator = readOperator(reader.tokens, index);
    if (operator !== null) {
      const field = index === start ? reader.field : readField(reader.tokens.slice(start, index));
      if (field === null) return null;
      reader.at = operator.end;
      reader.field = field;
      return readOperands(reader, field, operator);
    }
    if (connectives.has(reader.tokens[index]?.lower ?? '')) return null;
  }
  return null;
}

function readOperands(reader: Reader, field: Field, operator: Operator): Condition | null {
  const positive = readPositive(reader, field, operator);
  return positive !== null && operator.isNegated ? not(positive) : positive;
}

function readPositive(reader: Reader, field: Field, operator: Operator): Condition | null {
  const { op, operand } = operator;
  const isIn =
    reader.tokens[operator.end - 1]?.lower === 'in' && reader.tokens[operator.end]?.kind === 'word';
  const test = (values: readonly string[], kind: Test['op']): Test => ({
    kind: 'test',
    field,
    op: kind,
    values,
    quantifier: 'any',
    isState: (operator.isPlain || isIn) && field.kind === 'field',
  });
  if (operand === 'none') return op === 'between' ? null : test([], op);
  const read = readValues(reader.tokens, reader.at, {
    op,
    isList: operand === 'list',
    startsTest: (index) => startsTest(reader, index),
  });
  if (read === null) return null;
  reader.at = read.end;
  const [only = ''] = read.values;
  const bound = boundAfter(reader);
  if (bound !== undefined) {
    reader.at += 2;
    return op === 'eq' && read.values.length === 1 && isDecimal(only) ? test([only], bound) : null;
  }
  if (op === 'between') {
    const [low = '', high = ''] = read.values;
    return every([test([low], 'gte'), test([high], 'lte')]);
  }
  // "Is in review" names a state as often as a list of one.
  if (isIn && read.values.length === 1) return test([only, `in ${only}`], op);
  return read.isEvery ? every(read.values.map((value) => test([value], op))) : test(read.values, op);
}

/** "or more" behind a value. */
function boundAfter({ tokens, at }: Reader): 'gte' | 'lte' | undefined {
  const word = tokens[at]?.lower === 'or' ? tokens[at + 1]?.lower : undefined;
  const isLast = at + 2 >= tokens.length || connectives.has(tokens[at + 2]?.lower ?? '');
  return word !== undefined && isLast ? boundWords.get(word) : undefined;
}
