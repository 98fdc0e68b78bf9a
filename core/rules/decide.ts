import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { StoredPlan } from '#contracts/plan.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { readEnglishPlan } from './english-plan.ts';
import { quotedList } from './language/quote.ts';
import {
  decideByPlan,
  type OfflineDecision,
  offlineOpening,
  planOpening,
  refusal,
  render,
  type RequestResult,
} from './plan.ts';

export type { OfflineDecision, RequestResult } from './plan.ts';

/** The task of the rules: a plan; in a chat, the message itself. */
export interface OfflineTask {
  readonly instructions: string;
  readonly plan: StoredPlan | null;
  readonly delivery: TurnDelivery | null;
  /** Requests that may still be sent. */
  readonly maxRequests: number;
  /** The schema that the answer is JSON of; null or absent where it is text. */
  readonly answerSchema?: AnswerSchema | null;
}

/**
 * Decides what a run does next: a pure function of the task and of the results of its requests so far, in their order.
 * It uses no clock, no random numbers and no network.
 */
export function decide(task: OfflineTask, results: readonly RequestResult[]): OfflineDecision {
  const { instructions, delivery, plan, maxRequests, answerSchema = null } = task;
  if (delivery !== null && isForRules(plan)) {
    const decision = decideByPlan(plan.plan, { delivery, maxRequests, answerSchema }, results);
    return plan.isConfirmed ? byPlan(decision) : decision;
  }
  if (delivery !== null && answerSchema !== null)
    return refusal('Offline rules write no JSON: give the agent a model, or write a plan. Nothing was sent.');
  const read = readEnglishPlan(instructions, { samples: [], sender: 'generic' });
  if (read.state === 'not-understood')
    return refusal(`Offline rules did not understand: ${quotedList(read.notUnderstood)}. Nothing was sent.`);
  if (delivery !== null)
    return refusal('The automation has no plan: save its instructions again. Nothing was sent.');
  return decideByPlan(read.plan, { delivery: nothing, maxRequests }, results);
}

/** A plan that its owner wrote or confirmed is carried out whether there is a model or not. */
const byPlan = (decision: OfflineDecision): OfflineDecision =>
  decision.kind === 'answer' && decision.text.startsWith(offlineOpening)
    ? { ...decision, text: decision.text.replace(offlineOpening, planOpening) }
    : decision;

/** Whether an agent without a model carries the plan out: a model's waits for its owner. */
export const isForRules = (plan: StoredPlan | null): plan is StoredPlan =>
  plan !== null && (plan.isConfirmed || plan.by !== 'model');

/** Whether the run of a delivery is the plan's: its owner confirmed it, and nothing in it is unknown on this delivery. */
export const runsByPlan = (
  { plan, answerSchema = null }: Partial<Pick<OfflineTask, 'plan' | 'answerSchema'>>,
  delivery: TurnDelivery,
): boolean =>
  plan?.isConfirmed === true &&
  render(plan.plan, { delivery, maxRequests: Infinity, answerSchema }).state === 'rendered';

/** A message of a chat comes with no delivery. */
const nothing: TurnDelivery = {
  contentType: null,
  headers: {},
  body: new Uint8Array(),
  receivedAt: new Date(0).toISOString(),
  eventId: '',
  reference: null,
  referenceUrl: null,
  sender: 'generic',
  eventName: null,
};
