import { wordSet } from '../language/common-words.ts';
import { lowerAt } from '../language/token.ts';
import { type ConditionReader, connectives, startsTest } from './condition-reader.ts';
import {
  type Condition,
  every,
  type Field,
  isWrittenPath,
  not,
  type Test,
  wordsOfField,
} from './condition-tree.ts';
import { entityNouns } from '../document/name-vocabulary.ts';
import { singular } from '../document/name-words.ts';
import { compareDecimals, isDecimal } from './decimal.ts';
import { readField } from './read-field.ts';
import { type Operator, readOperator } from './read-operator.ts';
import { type ReadInner, readPhrase } from './read-phrase.ts';
import { readValues } from './read-values.ts';
import { literal, ofKind, testOf } from './make-test.ts';
import { isStateWord, isStatusName } from './status-vocabulary.ts';
import { boundWords } from './vocabulary.ts';

const testsMax = 64;

/** One test in any of its wordings; null when it is none. */
export function readTest(reader: ConditionReader, readInner: ReadInner): Condition | null {
  reader.tests += 1;
  if (reader.tests > testsMax) return null;
  const { at, field, operator } = reader;
  const first = readPhrase(reader, readInner, true);
  if (first !== null) return first;
  const plain = readPlainTest(reader);
  if (plain !== null) return reader.isQuantified ? null : plain;
  Object.assign(reader, { at, field, operator });
  return readPhrase(reader, readInner, false);
}

/** A field, an operator and its values. Without a field the last one counts. */
function readPlainTest(reader: ConditionReader): Condition | null {
  const start = reader.at;
  for (let index = start; index < reader.tokens.length; index += 1) {
    const operator = readOperator(reader.tokens, index);
    if (operator !== null) {
      const field = index === start ? reader.field : readField(reader.tokens.slice(start, index));
      if (field === null) return null;
      reader.at = operator.end;
      reader.field = field;
      reader.operator = operator;
      return readOperands(reader, field, operator);
    }
    if (connectives.has(lowerAt(reader.tokens, index))) return null;
  }
  return null;
}

export const isRepeatable = ({ operator }: ConditionReader): boolean =>
  operator !== null && repeatable.has(operator.op);

/** The "not refunded" of "paid and not refunded", which is about the same field and by the same operator. */
export function readRepeatedTest(reader: ConditionReader): Condition | null {
  const { field, operator } = reader;
  if (field === null || operator === null || !repeatable.has(operator.op)) return null;
  reader.at += 1;
  const said: Field = field.kind === 'field' ? { ...field, isImplied: true } : field;
  return readOperands(reader, said, { ...operator, isNegated: true, end: reader.at });
}

/** "Orders over 100" is about their total, and about orders. */
function isPaidThing(field: Field, { op }: Operator): field is Extract<Field, { kind: 'field' }> {
  const isBound = ['gt', 'gte', 'lt', 'lte', 'between'].includes(op);
  return field.kind === 'field' && isBound && paidThings.has(singular(field.words.toLowerCase()));
}

const paidThings = wordSet(
  'order payment invoice charge refund payout transfer transaction checkout cart quote deal sale purchase',
);

const repeatable: ReadonlySet<string> = new Set(['eq', 'contains', 'starts', 'ends']);

function readOperands(reader: ConditionReader, field: Field, operator: Operator): Condition | null {
  const isPaid = isPaidThing(field, operator);
  const asked: Field = isPaid ? { kind: 'field', words: 'total', isImplied: true } : field;
  const positive = readPositive(reader, asked, operator);
  if (positive === null) return null;
  const said = operator.isNegated ? not(positive) : positive;
  return isPaid ? every([ofKind(singular(field.words.toLowerCase())), said]) : said;
}

function readPositive(reader: ConditionReader, field: Field, operator: Operator): Condition | null {
  const { op, operand, isPlain, end } = operator;
  const isIn = lowerAt(reader.tokens, end - 1) === 'in' && reader.tokens[end]?.kind === 'word';
  const isState = (isPlain || isIn) && field.kind === 'field';
  if (operand === 'none') return op === 'between' ? null : testOf(field, op, literal([]), isState);
  const read = readValues(reader.tokens, reader.at, {
    op,
    isList: operand === 'list',
    startsTest: (index) => startsTest(reader, index),
  });
  if (read === null) return null;
  reader.at = read.end;
  // Who writes a path knows what stands there, but may look for a word or for a part of one.
  const isBare = read.isBare && (op === 'contains' || !isWrittenPath(field));
  const test = (kind: Test['op'], values = read.values): Condition | null =>
    testOf(field, kind, { ...read, values, isBare }, isState);
  const [first = '', second = ''] = read.values;
  const isOne = read.values.length === 1;
  const bound = boundAfter(reader);
  if (bound !== undefined) {
    reader.at += 2;
    return op === 'eq' && isOne && isDecimal(first) ? test(bound) : null;
  }
  if (op === 'between') {
    if (isDecimal(first) && isDecimal(second) && compareDecimals(first, second) > 0) return null;
    const bounds = [test('gte', [first]), test('lte', [second])];
    return every(bounds.filter((each) => each !== null));
  }
  // "Is in review" names a state as often as a list of one; where something is, and when, is another matter.
  if (isIn && isOne)
    return !read.isBare || isPlaceOfState(field, first) ? test(op, [first, `in ${first}`]) : null;
  return test(op);
}

/** "The order is in transit", "status in PROGRESS"; "the subject is in English" and "the customer is in Germany" are about something else. */
function isPlaceOfState(field: Field, value: string): boolean {
  const words = wordsOfField(field) ?? '';
  const isThing = entityNouns.has(singular(words.toLowerCase().split(' ').at(-1) ?? ''));
  return isStatusName(words) || /^[\p{Lu}\d_-]+$/u.test(value) || (isThing && isStateWord(`in ${value}`));
}

/** "or more" behind a value. */
function boundAfter({ tokens, at }: ConditionReader): 'gte' | 'lte' | undefined {
  if (lowerAt(tokens, at) !== 'or') return undefined;
  const isLast = at + 2 >= tokens.length || connectives.has(lowerAt(tokens, at + 2));
  return isLast ? boundWords.get(lowerAt(tokens, at + 1)) : undefined;
}
