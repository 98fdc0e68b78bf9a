import type { TurnDelivery } from '#contracts/turn.ts';
import { emptyDocument } from './document/delivery-document.ts';
import { composeAnswer, firstFailure, offlineOpening } from './instructions/compose-answer.ts';
import { planRun } from './instructions/plan-run.ts';
import type { ReadProgram } from './instructions/read-program.ts';
import { readProgramCached } from './instructions/read-program-cached.ts';
import type { PlannedRequest } from './instructions/render-request.ts';
import type { RequestResult } from './instructions/request-result.ts';
import { quotedList } from './language/quote.ts';
import { readDocument } from './read-document.ts';
import { asSentence, instructionsSpelling } from './spelling.ts';

export type { RequestResult } from './instructions/request-result.ts';

/** What the rules read: the task itself, not a prompt made of it. */
export interface OfflineTask {
  readonly instructions: string;
  readonly delivery: TurnDelivery | null;
  /** Names of the headers that Network Access attaches. */
  readonly storedHeaders: readonly string[];
  /** Requests that may still be sent. */
  readonly maxRequests: number;
}

export type OfflineDecision =
  /** These requests are next, the first of them the `number`-th of the run. */
  | { readonly kind: 'requests'; readonly number: number; readonly requests: readonly PlannedRequest[] }
  | { readonly kind: 'refusal'; readonly text: string; readonly needsModel: string }
  | { readonly kind: 'answer'; readonly text: string; readonly failure: string | null };

/**
 * Decides what a run does next: a pure function of the task and of the results of its requests so far, in their order.
 * It uses no clock, no random numbers and no network.
 */
export function decide(task: OfflineTask, results: readonly RequestResult[]): OfflineDecision {
  const read = readProgramCached(task.instructions, task.storedHeaders);
  if (read.state === 'not-understood') return refuseUnread(read, task.storedHeaders);
  const document = task.delivery === null ? emptyDocument : readDocument(task.delivery);
  const planned = planRun(read.program, document, task.maxRequests + results.length);
  if (planned.state === 'impossible')
    return refuse(`Offline rules cannot do this: ${planned.problem}. Nothing was sent.`);
  const { plan } = planned;
  const requests = plan.requests.slice(results.length);
  if (requests.length > 0) return { kind: 'requests', number: results.length + 1, requests };
  return {
    kind: 'answer',
    text: composeAnswer(plan, results, document),
    failure: firstFailure(plan, results),
  };
}

function refuseUnread(
  { understood, notUnderstood }: Extract<ReadProgram, { state: 'not-understood' }>,
  storedHeaders: readonly string[],
): OfflineDecision {
  const meant = asSentence(instructionsSpelling(notUnderstood, storedHeaders));
  const known = understood.length === 0 ? '' : ` Understood: ${quotedList(understood)}.`;
  return refuse(
    `Offline rules did not understand: ${quotedList(notUnderstood)}.${meant}${known} Nothing was sent.`,
  );
}

/** Says why nothing was done; not an answer. */
const refuse = (needsModel: string): OfflineDecision => ({
  kind: 'refusal',
  text: `${offlineOpening}.\n${needsModel}`,
  needsModel,
});
