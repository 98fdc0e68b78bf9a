import { lowerAt, type Token } from '../language/token.ts';
import type { Field } from './condition-tree.ts';
import { type Operator, readOperator } from './read-operator.ts';

/** How far a text is read, and the field of the last test, for "amount > 100 or < 10" and "is draft or archived". */
export interface ConditionReader {
  readonly tokens: readonly Token[];
  at: number;
  /** How many phrases it is read within. */
  readonly level: number;
  depth: number;
  tests: number;
  field: Field | null;
  /** "Any item has …": what is said next may be about the same item. */
  isQuantified: boolean;
  /** Its operator, for "contains refund but not test". */
  operator: Operator | null;
}

export const peek = ({ tokens, at }: ConditionReader): string => lowerAt(tokens, at);

/** Moves past the next token if it is one of these words. */
export function accept(reader: ConditionReader, ...words: readonly string[]): boolean {
  if (!words.includes(peek(reader))) return false;
  reader.at += 1;
  return true;
}

export const connectives: ReadonlySet<string> = new Set(['and', 'or', 'but', ',', '(', ')', '&&', '||']);

/** Does a test of its own begin here: a field with an operator, or an operator that repeats the field? */
export function startsTest({ tokens }: ConditionReader, from: number): boolean {
  for (let index = from; index < tokens.length; index += 1) {
    if (readOperator(tokens, index) !== null) return true;
    const lower = lowerAt(tokens, index);
    if (connectives.has(lower) && !(index === from && (lower === '(' || lower === ','))) return false;
  }
  return false;
}
