import { isReadableLength } from '../language/readable-length.ts';
import { judge } from './evaluate.ts';
import { type Answers, type ConditionInput, startEvaluation } from './evaluation.ts';
import { explain, type Finding } from './explain.ts';
import type { Expression } from './expression.ts';
import { type Fault, faultAt } from './fault.ts';
import { parse } from './parse.ts';
import { readExpression } from './read-expression.ts';

/** Stored beside each condition: a later dialect may read the same text otherwise. */
export const conditionDialect = 1;

export interface Condition {
  readonly text: string;
  readonly expression: Expression;
  /** Macros within macros. */
  readonly slots: number;
}

export type Compiled =
  | { readonly state: 'compiled'; readonly condition: Condition }
  | ({ readonly state: 'invalid' } & Fault);

/** Reads a condition: an expression of at most 4 KB whose names all exist. */
export function compileCondition(text: string): Compiled {
  if (!isReadableLength(text))
    return { state: 'invalid', ...faultAt(text, 0, 'A condition has at most 4 KB.', 'a shorter one') };
  const parsed = parse(text);
  const read = 'fault' in parsed ? parsed : readExpression(text, parsed.tree);
  return 'fault' in read
    ? { state: 'invalid', ...read.fault }
    : { state: 'compiled', condition: { text, ...read } };
}

export interface ConditionVerdict {
  /** Null: unknown. */
  readonly value: boolean | null;
  /** The comparisons that decided, with the values that were found; never empty. */
  readonly evidence: string;
  /** The questions that may still decide. */
  readonly asks: readonly string[];
  /** Members that the delivery lacks, where that is why the value is unknown. */
  readonly missing: readonly string[];
  /** The steps that it took; tests compare them with the budget. */
  readonly steps: number;
}

/** Decides a condition on a delivery, as far as that is certain. Total: it never throws. */
export function evaluateCondition(
  { expression, slots }: Condition,
  input: ConditionInput,
  answers: Answers = {},
): ConditionVerdict {
  const run = startEvaluation(slots, input, answers);
  const stepsMax = run.budget.left;
  const value = judge(expression, run);
  const steps = stepsMax - run.budget.left;
  const findings = explain(expression, run);
  const isKnown = typeof value === 'boolean';
  return {
    value: isKnown ? value : null,
    evidence: joinFindings(findings),
    asks: isKnown ? [] : value.asks,
    missing: isKnown ? [] : missingOf(findings),
    steps,
  };
}

/** Members that the deliveries lack and no guard covers: because of them the condition is unknown there. */
export function unguardedMissing(
  condition: Condition,
  samples: readonly ConditionInput[],
): readonly { readonly path: string; readonly missingIn: number }[] {
  const counts = new Map<string, number>();
  for (const sample of samples)
    for (const path of evaluateCondition(condition, sample).missing)
      counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].map(([path, missingIn]) => ({ path, missingIn }));
}

/** Members that the delivery lacks. */
export const missingOf = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(findings.flatMap(({ missing }) => missing ?? [])),
];

const evidencesMax = 4;

export function joinFindings(findings: readonly Finding[]): string {
  const texts = [...new Set(findings.map(({ text }) => text))];
  const rest = texts.length - evidencesMax;
  return [...texts.slice(0, evidencesMax), ...(rest > 0 ? [`… and ${rest} more`] : [])].join('; ');
}
