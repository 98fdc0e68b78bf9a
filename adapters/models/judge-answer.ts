import type { Remark, TurnInput } from '#capabilities/agent-turn.ts';
import { accountLine, type RequestAccount } from '#capabilities/request-account.ts';
import { alwaysWrites } from '#rules/asked-request.ts';
import { isAnnouncement, isClaim, isQuestion, isRefusal, namesFailure } from './answer-signs.ts';
import type { Asked } from './asked-calls.ts';
import { type Fault, isNudge, nudgeOf, reasonOf, remarkOfFault } from './remarks.ts';
import { lastRequestsOf, requestsOf } from './requests-of-run.ts';
import { isWrittenCall } from './written-call.ts';

/** The answer of a model in one turn. */
export interface ModelAnswer {
  readonly finishReason: string;
  readonly text: string;
  readonly asked: Asked;
  /** Calls were left out, and the model was told so. */
  readonly isLimited: boolean;
}

type History = Pick<TurnInput, 'delivery' | 'plan' | 'turns' | 'results'>;

/**
 * `goes-on`: calls are carried out, or were answered. `told`: the model is told what is wrong, and takes another turn.
 * `failed`, `done`: the run is over. `reason` and `warnings` are sentences for the owner.
 */
export type Judgement =
  | { readonly kind: 'goes-on' }
  | { readonly kind: 'told'; readonly remark: Remark; readonly nudge: string | null }
  | { readonly kind: 'failed'; readonly remark: Remark | null; readonly reason: string }
  | { readonly kind: 'done'; readonly warnings: readonly string[] };

const malformedInARow = 3;
const doubtsMax = 10;

/** Judges a turn by what it says of itself and by what the run has done. The same turn is always judged alike. */
export function judgeAnswer(answer: ModelAnswer, history: History): Judgement {
  const { asked, finishReason } = answer;
  if (finishReason === 'content-filter') return onceTold('declined', history);
  if (isCut(answer)) return onceTold('cut', history);
  if (isMalformed(answer)) return onceTold('malformed', history);
  if (asked.calls.length > 0 || asked.invalidCount > 0 || answer.isLimited) return { kind: 'goes-on' };
  const failure = asked.finish?.failure ?? null;
  if (failure !== null) return { kind: 'failed', remark: null, reason: failure };
  return judgeWords(answer, history);
}

/** Nothing of an answer that was cut is carried out: what is missing of it is not known. */
const isCut = ({ asked, finishReason }: ModelAnswer): boolean =>
  finishReason === 'length' &&
  !(asked.finish !== null && asked.calls.length === 0 && asked.invalidCount === 0);

/** Providers that check calls themselves end with an error in place of the call; local servers may leave it in the text. */
const isMalformed = ({ asked, finishReason, isLimited, text }: ModelAnswer): boolean =>
  !isLimited &&
  asked.calls.length === 0 &&
  asked.finish === null &&
  (asked.invalidCount > 0 || (finishReason === 'error' && text.trim() === '') || isWrittenCall(text));

function judgeWords({ asked, text }: Pick<ModelAnswer, 'asked' | 'text'>, history: History): Judgement {
  const { finish } = asked;
  const said = finish?.answer ?? text;
  if (said.trim() === '') return onceTold('empty', history);
  const requests = lastRequestsOf(history);
  const last = requests.findLast(({ isWriting }) => isWriting);
  const isNamed = namesFailure(said);
  const isExplained = finish !== null && wasTold(history) && isNamed && last?.mayBeDone === true;
  if (last?.hasFailed === true && !isExplained) return onceTold('failed-request', history, last);
  const doubts = isNamed && last?.hasFailed !== true ? [] : doubtsOf(requests);
  if (history.delivery === null) return { kind: 'done', warnings: doubts };
  if (isRefusal(said)) return onceTold('declined', history);
  const hollow = hollowness(said, requests) ?? (lacksRequest(history) ? 'omitted' : null);
  return hollow === null ? { kind: 'done', warnings: doubts } : onceTold(hollow, history);
}

/** How an answer in a run without an owner to talk to is none. */
function hollowness(said: string, requests: readonly RequestAccount[]): Remark | null {
  if (isAnnouncement(said)) return 'announced';
  if (isQuestion(said)) return 'asked';
  return requests.length === 0 && isClaim(said) ? 'claimed' : null;
}

/** Whether the plan of the instructions has a request that changes something, whatever arrived, and the run made none. */
export const lacksRequest = ({ delivery, plan, ...history }: History): boolean =>
  delivery !== null &&
  !requestsOf(history).some(({ isWriting }) => isWriting) &&
  plan != null &&
  alwaysWrites(plan.plan);

const doubtsOf = (requests: readonly RequestAccount[]): readonly string[] =>
  requests
    .filter(({ hasFailed }) => hasFailed)
    .map(accountLine)
    .slice(-doubtsMax);

/** The model is told once in a run; of malformed calls until they come three times in a row. */
function onceTold(fault: Fault, history: History, last?: RequestAccount): Judgement {
  const remark = remarkOfFault(fault);
  const isOver =
    remark === 'malformed'
      ? history.turns.slice(1 - malformedInARow).filter((turn) => turn.remark === remark).length ===
        malformedInARow - 1
      : remark === 'cut'
        ? history.turns.some((turn) => turn.remark === remark)
        : wasTold(history);
  if (isOver) return { kind: 'failed', remark, reason: reasonOf(fault, last) };
  return { kind: 'told', remark, nudge: nudgeOf(fault, last) };
}

const wasTold = ({ turns }: History): boolean =>
  turns.some(({ remark }) => remark !== undefined && isNudge(remark));
