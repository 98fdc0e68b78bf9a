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
  const ofItself = ownReasons.find(({ pattern }) => pattern.test(reason ?? ''));
  const isNamed = last?.target != null && reason?.includes(last.target) === true;
  if (last !== null && (isNamed || ofItself === undefined)) return last;
  return { kind: ofItself?.kind ?? 'other', ...none };
}

/** Our sentences about a run that did not fail for a request, unless they name its target; all others are of its agent. */
const ownReasons = [
  { kind: 'expects', pattern: /^expects: / },
  { kind: 'answer', pattern: /^answer: / },
  { kind: 'model', pattern: /^The (?:model|account at the model|server of the model)\b/ },
  { kind: 'other', pattern: /^(?:The (?:budget|run|delivery)|A step|It was erased)\b/ },
] as const;

/** The same with the id of its cause. */
export function causedFailure(
  run: Ended & { readonly automationId: string },
  last: Failure | null,
): CausedFailure | null {
  const failure = failureOfRun(run, last);
  return failure === null ? null : { causeId: causeIdOf(run.automationId, failure), ...failure };
}
