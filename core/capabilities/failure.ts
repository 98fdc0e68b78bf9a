import type { CausedFailure, Failure } from '#contracts/failure.ts';
import type { Outcome } from '#contracts/run.ts';
import { causeIdOf } from '#domain/cause-id.ts';
import { isFailed } from '#domain/failed-outcomes.ts';
import { type NewCapabilityStep, shownAct } from './step.ts';

type EndOfStep =
  | { readonly kind: 'model' }
  | (Pick<NewCapabilityStep, 'kind' | 'startedAt' | 'outcome'> & {
      readonly nextTryAt?: string | null | undefined;
      readonly status?: number | null | undefined;
    });

/** The failure of one step; null for a step that is good, is no act, or has no end yet. */
export function failureOfStep(step: EndOfStep): Failure | null {
  if (step.kind === 'model' || step.outcome === 'waiting' || (step.nextTryAt ?? null) !== null) return null;
  const { isGood, receiver: target } = shownAct(step);
  const { outcome } = step;
  // An act that is done is good.
  if (isGood || outcome === 'done') return null;
  return { kind: outcome, target, status: step.status ?? null };
}

export const lastFailure = (steps: readonly EndOfStep[]): Failure | null =>
  steps.map(failureOfStep).findLast((failure) => failure !== null) ?? null;

interface Ended {
  readonly outcome: Outcome;
  readonly reason: string | null;
}

/** The failure of a run; null for one that did not fail. `last`: that of the last step that has one. */
export function failureOfRun({ outcome, reason }: Ended, last: Failure | null): Failure | null {
  if (!isFailed(outcome)) return null;
  const none = { target: null, status: null };
  if (outcome === 'needs_model') return { kind: 'needs_model', ...none };
  if (outcome === 'unknown_effect') return last?.kind === 'unknown' ? last : { kind: 'unknown', ...none };
  if (last !== null) return last;
  const [kind = 'other'] = (['expects', 'answer'] as const).filter((word) => reason?.startsWith(`${word}: `));
  return { kind, ...none };
}

/** The same with the id of its cause. */
export function causedFailure(
  run: Ended & { readonly automationId: string },
  last: Failure | null,
): CausedFailure | null {
  const failure = failureOfRun(run, last);
  return failure === null ? null : { causeId: causeIdOf(run.automationId, failure), ...failure };
}
