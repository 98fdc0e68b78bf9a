import type { Remark, TurnInput } from '#capabilities/agent-turn.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { accountLine, answeredRequests, type RequestAccount } from '#capabilities/request-account.ts';
import { readJsonAnswer } from '#rules/answer-schema.ts';
import { unmetExpectation } from '#rules/unmet-expectation.ts';
import { isAnnouncement, isQuestion, isRefusal, namesFailure } from './answer-signs.ts';
import type { Asked } from './asked-calls.ts';
import { type About, isNudge, nudgeOf, reasonOf } from './remarks.ts';
import { lastRequestsOf } from './requests-of-run.ts';
import { isWrittenCall } from './written-call.ts';

/** The answer of a model in one turn. */
export interface ModelAnswer {
  readonly finishReason: string;
  readonly text: string;
  readonly asked: Asked;
  /** Calls were left out, and the model was told so. */
  readonly isLimited: boolean;
}

type History = Pick<TurnInput, 'delivery' | 'plan' | 'expects' | 'answerSchema' | 'turns' | 'results'>;

/**
 * `goes-on`: calls are carried out, or were answered. `told`: the model is told what is wrong, and takes another turn.
 * `failed`, `done`: the run is over. `reason` and `warnings` are sentences for the owner; `json` is the answer, where it must be JSON.
 */
export type Judgement =
  | { readonly kind: 'goes-on' }
  | { readonly kind: 'told'; readonly remark: Remark; readonly nudge: string | null }
  | { readonly kind: 'failed'; readonly remark: Remark | null; readonly reason: string }
  | { readonly kind: 'done'; readonly warnings: readonly string[]; readonly json?: string };

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
  if (last?.hasFailed === true && !isExplained)
    return onceTold('failed-request', history, {
      toModel: `Your last request that writes ${last.how}.`,
      toOwner: `The last request, ${last.request}, ${last.how}.`,
    });
  const warnings = isNamed && last?.hasFailed !== true ? [] : doubtsOf(requests);
  const done = { kind: 'done', warnings } as const;
  if (history.delivery === null) return done;
  const json = history.answerSchema == null ? null : readJsonAnswer(history.answerSchema, said);
  if (isRefusal(said)) return onceTold('declined', history);
  const unmet = requests.some(({ isWriting }) => isWriting) ? null : unmetIn(history, history.delivery);
  if (unmet !== null)
    return onceTold('claimed', history, { toModel: unmet.replace('expects: ', ''), toOwner: unmet });
  if (json !== null && 'text' in json) return { ...done, json: json.text };
  if (json !== null)
    return onceTold('unfit', history, {
      toModel: `Your answer does not fit its schema: ${json.problem}`,
      toOwner: `answer: ${json.problem}`,
    });
  if (isAnnouncement(said)) return onceTold('announced', history);
  return isQuestion(said) ? onceTold('asked', history) : done;
}

/** Only where nothing was written: a model that is told so may write again. Any run is judged by it in the end. */
const unmetIn = ({ plan = null, expects = [], turns, results }: History, delivery: TurnDelivery) =>
  unmetExpectation(
    { plan, expects },
    delivery,
    answeredRequests(
      turns.flatMap(({ calls }) => calls),
      results,
    ),
  );

const doubtsOf = (requests: readonly RequestAccount[]): readonly string[] =>
  requests
    .filter(({ hasFailed }) => hasFailed)
    .map(accountLine)
    .slice(-doubtsMax);

/** The model is told once in a run; of malformed calls until they come three times in a row. */
function onceTold(remark: Remark, history: History, about?: About): Judgement {
  const isOver =
    remark === 'malformed'
      ? history.turns.slice(1 - malformedInARow).filter((turn) => turn.remark === remark).length ===
        malformedInARow - 1
      : remark === 'cut' || remark === 'unfit'
        ? history.turns.some((turn) => turn.remark === remark)
        : wasTold(history);
  if (isOver) return { kind: 'failed', remark, reason: reasonOf(remark, about) };
  return { kind: 'told', remark, nudge: nudgeOf(remark, about) };
}

const wasTold = ({ turns }: History): boolean =>
  turns.some(({ remark }) => remark !== undefined && isNudge(remark));
