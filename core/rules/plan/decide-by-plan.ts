import { LRUCache } from 'lru-cache';

import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { Plan } from '#contracts/plan.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { type CompilePlan, compilePlan } from './compile-plan.ts';
import { composePlanAnswer, firstFailure, offlineOpening } from './compose-answer.ts';
import { renderPlan, type RenderPlan } from './render-plan.ts';
import type { PlannedRequest } from './render-request.ts';
import type { RequestResult } from './request-result.ts';

export type OfflineDecision =
  /** These requests are next, the first of them the `number`-th of the run. */
  | { readonly kind: 'requests'; readonly number: number; readonly requests: readonly PlannedRequest[] }
  | { readonly kind: 'refusal'; readonly text: string; readonly needsModel: string }
  | { readonly kind: 'answer'; readonly text: string; readonly failure: string | null };

interface Task {
  readonly delivery: TurnDelivery;
  /** Requests that may still be sent. */
  readonly maxRequests: number;
  /** The schema that the answer is JSON of; null or absent where it is text. */
  readonly answerSchema?: AnswerSchema | null;
}

/** The plans that were read last: few are in use at a time. */
const compiledPlans = new LRUCache<string, CompilePlan>({ max: 200 });

function compiled(plan: Plan, answerSchema: AnswerSchema | null): CompilePlan {
  const text = JSON.stringify(answerSchema === null ? plan : [plan, answerSchema]);
  const known = compiledPlans.get(text);
  if (known !== undefined) return known;
  const made = compilePlan(plan, answerSchema);
  compiledPlans.set(text, made);
  return made;
}

/** Fills a plan from a delivery, or nothing of it. */
export function render(plan: Plan, task: Task): RenderPlan {
  const read = compiled(plan, task.answerSchema ?? null);
  if (read.state === 'compiled') return renderPlan(read.plan, task);
  return {
    state: 'unknown',
    problem: 'the plan was written for another release, which this one cannot read',
    missing: [],
  };
}

/**
 * Decides what a run does next by its plan: a pure function of the delivery and of the results of its requests so far, in
 * their order.
 */
export function decideByPlan(
  plan: Plan,
  { maxRequests, ...task }: Task,
  results: readonly RequestResult[],
): OfflineDecision {
  const rendered = render(plan, { ...task, maxRequests: maxRequests + results.length });
  if (rendered.state === 'unknown')
    return refusal(`Offline rules cannot do this: ${rendered.problem}. Nothing was sent.`);
  const requests = rendered.requests.slice(results.length);
  if (requests.length > 0) return { kind: 'requests', number: results.length + 1, requests };
  return {
    kind: 'answer',
    text: composePlanAnswer(rendered, results, task.answerSchema != null),
    failure: firstFailure(rendered, results),
  };
}

/** Says why nothing was done; not an answer. */
export const refusal = (needsModel: string): OfflineDecision => ({
  kind: 'refusal',
  text: `${offlineOpening}.\n${needsModel}`,
  needsModel,
});
