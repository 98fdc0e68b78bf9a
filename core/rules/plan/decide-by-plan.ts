import { LRUCache } from 'lru-cache';

import type { Plan } from '#contracts/plan.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import type { OfflineDecision } from '../decide.ts';
import { type CompilePlan, compilePlan } from './compile-plan.ts';
import { composePlanAnswer, firstFailure, offlineOpening } from './compose-answer.ts';
import { renderPlan } from './render-plan.ts';
import type { RequestResult } from './request-result.ts';

/** The plans that were read last: few are in use at a time. */
const compiledPlans = new LRUCache<string, CompilePlan>({ max: 200 });

function compiled(plan: Plan): CompilePlan {
  const text = JSON.stringify(plan);
  const known = compiledPlans.get(text);
  if (known !== undefined) return known;
  const made = compilePlan(plan);
  compiledPlans.set(text, made);
  return made;
}

/**
 * Decides what a run does next by its plan: a pure function of the delivery and of the results of its requests so far, in
 * their order. `maxRequests`: those that may still be sent.
 */
export function decideByPlan(
  plan: Plan,
  { delivery, maxRequests }: { readonly delivery: TurnDelivery; readonly maxRequests: number },
  results: readonly RequestResult[],
): OfflineDecision {
  const read = compiled(plan);
  if (read.state === 'invalid')
    return refuse('The plan was written for another release, which this one cannot read. Nothing was sent.');
  const rendered = renderPlan(read.plan, { delivery, maxRequests: maxRequests + results.length });
  if (rendered.state === 'unknown')
    return refuse(`Offline rules cannot do this: ${rendered.problem}. Nothing was sent.`);
  const requests = rendered.requests.slice(results.length);
  if (requests.length > 0) return { kind: 'requests', number: results.length + 1, requests };
  return {
    kind: 'answer',
    text: composePlanAnswer(rendered, results),
    failure: firstFailure(rendered, results),
  };
}

/** Says why nothing was done; not an answer. */
const refuse = (needsModel: string): OfflineDecision => ({
  kind: 'refusal',
  text: `${offlineOpening}.\n${needsModel}`,
  needsModel,
});
