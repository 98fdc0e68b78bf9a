/** A plan: requests and an answer as data, filled in from a delivery. */
export { type CompiledPlan, compilePlan } from './plan/compile-plan.ts';
export { composePlanAnswer, offlineOpening, planOpening } from './plan/compose-answer.ts';
export { decideByPlan, type OfflineDecision, refusal, render } from './plan/decide-by-plan.ts';
export { describeStep } from './plan/describe-step.ts';
export { digestOfPlan } from './plan/digest.ts';
export { renderPlan } from './plan/render-plan.ts';
export type { PlannedRequest } from './plan/render-request.ts';
export type { RequestResult } from './plan/request-result.ts';
export { placesIn } from './plan/template.ts';
