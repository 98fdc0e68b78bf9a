import { withoutSecretHeaders } from '#domain/delivery-headers.ts';
import { bodyFault } from '../document/body-fault.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { eventNameOf } from '../document/event-name.ts';
import type { FieldResult } from '../document/find-field.ts';
import { type Budget, stepsFor } from './budget.ts';
import type { Expression, VariableName } from './expression.ts';
import { readTime } from './times.ts';
import { unknown, type Value } from './value.ts';

/** A delivery, as a condition sees it. */
export interface ConditionInput {
  readonly document: DeliveryDocument;
  /** The name of the sender; null where the automation has none. */
  readonly sender: string | null;
  /** The event in the sender's word; absent: as the document names it. */
  readonly event?: string | null;
}

/** True, false, or null: it cannot be said. */
export type Answers = Readonly<Record<string, boolean | null>>;

/** One evaluation of one expression. */
export interface Evaluation {
  readonly input: ConditionInput;
  readonly answers: Answers;
  readonly budget: Budget;
  /** Variables that were read. */
  readonly variables: Partial<Record<VariableName, Value>>;
  /** Fields that were found, by the words for them. */
  readonly fields: Map<string, FieldResult>;
  /** The items of the macros around a part. */
  readonly frame: Value[];
  /** The values of the parts of `&&`, `||`, `!` and `?:`, those outside of macros. */
  readonly results: Map<Expression, Value>;
  /** Numbers with a point are decimals, not doubles. */
  readonly isExact: boolean;
  nesting: number;
}

export const startEvaluation = (
  slots: number,
  input: ConditionInput,
  answers: Answers,
  isExact = false,
): Evaluation => ({
  input,
  answers,
  budget: { left: stepsFor(input.document.body.byteLength) },
  variables: {},
  fields: new Map(),
  frame: Array.from({ length: slots }, () => null),
  results: new Map(),
  isExact,
  nesting: 0,
});

export const variableOf = (name: VariableName, { variables, input }: Evaluation): Value =>
  (variables[name] ??= readers[name](input));

const missing = (what: string): Value => unknown(`the delivery names no ${what}`);

const readers: Readonly<Record<VariableName, (input: ConditionInput) => Value>> = {
  body: ({ document }) => document.root ?? unknown(bodyFault(document) ?? 'the body has no fields'),
  text: ({ document }) => (document.kind === 'binary' ? unknown('the body is no text') : document.text),
  headers: ({ document }) => withoutSecretHeaders(document.headers),
  event: ({ event, document }) =>
    (event === undefined ? eventNameOf(document)?.name : event) ?? missing('event'),
  sender: ({ sender }) => sender ?? unknown('the automation names no sender'),
  reference: ({ document }) => document.facts['reference'] ?? missing('reference'),
  receivedAt: ({ document }) => readTime(document.facts['received at'] ?? ''),
};
