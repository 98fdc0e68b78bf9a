import type { TurnInput } from '../contracts/turn.ts';
import { quotedList } from '../domain/quote.ts';
import { readDocument } from './document/delivery-document.ts';
import { composeAnswer, emptyDocument, firstFailure, offlineOpening } from './instructions/compose-answer.ts';
import { planRun } from './instructions/plan-run.ts';
import { readKept } from './instructions/read-program-cached.ts';
import type { PlannedRequest } from './instructions/render-request.ts';
import type { RequestResult } from './instructions/request-result.ts';

/** What the rules read: the task itself, not a prompt made of it. */
export interface OfflineTask {
  readonly instructions: string;
  readonly delivery: TurnInput['delivery'];
  readonly storedHeaders: readonly string[];
  readonly maxRequests: number;
}

/** `act`: these requests are next, the first of them the `number`-th of the run. */
export type OfflineThought =
  | { readonly kind: 'act'; readonly number: number; readonly requests: readonly PlannedRequest[] }
  | { readonly kind: 'refuse'; readonly text: string; readonly needsModel: string }
  | { readonly kind: 'answer'; readonly text: string; readonly failure: string | null };

/**
 * The rules engine: a pure function of the task and of what became of the requests so far, in their order. No clock, no
 * chance, no network.
 */
export function think(task: OfflineTask, results: readonly RequestResult[]): OfflineThought {
  const read = readKept(task.instructions, task.storedHeaders);
  if (read.state === 'not-understood') return notUnderstood(read.understood, read.notUnderstood);
  const document = task.delivery === null ? emptyDocument : readDocument(task.delivery);
  const planned = planRun(read.program, document, task.maxRequests + results.length);
  if (planned.state === 'impossible')
    return refusal(`Offline rules cannot do this: ${planned.problem}. Nothing was sent.`);
  const { plan } = planned;
  const requests = plan.requests.slice(results.length);
  if (requests.length > 0) return { kind: 'act', number: results.length + 1, requests };
  return {
    kind: 'answer',
    text: composeAnswer(plan, results, document),
    failure: firstFailure(plan, results),
  };
}

function notUnderstood(understood: readonly string[], missed: readonly string[]): OfflineThought {
  const known = understood.length === 0 ? '' : ` Understood: ${quotedList(understood)}.`;
  return refusal(`Offline rules did not understand: ${quotedList(missed)}.${known} Nothing was sent.`);
}

/** Why nothing was done, told apart from an answer. */
const refusal = (needsModel: string): OfflineThought => ({
  kind: 'refuse',
  text: `${offlineOpening}.\n${needsModel}`,
  needsModel,
});
