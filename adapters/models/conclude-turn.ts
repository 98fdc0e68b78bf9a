import type { Remark, TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import { shortenText } from '#domain/cut-text.ts';
import { type Asked, finishResults } from './asked-calls.ts';
import { judgeAnswer, type Judgement, type ModelAnswer } from './judge-answer.ts';
import { type GivenAnswer, readAnswer } from './read-answer.ts';
import { summaryLine } from './turn-summary.ts';

/** More than a model can write in one turn, and as much as is shown of any text. */
const answerBytesMax = 64 * 1024;
/** It becomes the reason of the run, which every list repeats. */
const failureBytesMax = 1_000;
/** Answers that say nothing, or were stopped, leave the history: providers refuse some of them there. */
const forgotten: ReadonlySet<Remark> = new Set(['cut', 'declined', 'empty']);

type Concluded = Omit<TurnOutput, 'needsModel' | 'usage' | 'finishReason' | 'cost' | 'model'>;

/** Concludes from the answer of a model: calls to carry out, an end of the run, or a remark and another turn. */
export function concludeTurn(given: GivenAnswer, input: TurnInput): Concluded {
  const { messages, answer, isBeyondRequests } = readAnswer(given, input);
  const judgement = judgeAnswer(answer, input);
  const remark = remarkOf(judgement) ?? (isBeyondRequests ? 'too-many-requests' : null);
  const concluded = { ...endOf(answer, judgement), ...(remark !== null && { remark }) };
  return {
    ...concluded,
    messages: messagesAfter(messages, answer.asked, judgement),
    summary: summaryLine({ ...concluded, needsModel: null }),
  };
}

const remarkOf = (judgement: Judgement): Remark | null =>
  judgement.kind === 'told' || judgement.kind === 'failed' ? judgement.remark : null;

function endOf({ asked, text }: ModelAnswer, judgement: Judgement) {
  const isDone = judgement.kind === 'done' || judgement.kind === 'failed';
  const json = judgement.kind === 'done' ? judgement.json : undefined;
  const said = json ?? shortenText(asked.finish?.answer ?? text, answerBytesMax);
  return {
    isDone,
    calls: judgement.kind === 'goes-on' ? asked.calls : [],
    answer: isDone && said.trim() !== '' ? said : null,
    failure: judgement.kind === 'failed' ? shortenText(judgement.reason, failureBytesMax) : null,
    ...(judgement.kind === 'done' && judgement.warnings.length > 0 && { warnings: judgement.warnings }),
  };
}

/** The answer with results for its `finish`, then what the model is told of it. */
function messagesAfter(messages: readonly unknown[], asked: Asked, judgement: Judgement): readonly unknown[] {
  if (judgement.kind !== 'told') return [...messages, ...finishResults(asked, judgement.kind !== 'goes-on')];
  const nudge = judgement.nudge === null ? [] : [{ role: 'user', content: judgement.nudge }];
  if (forgotten.has(judgement.remark)) return nudge;
  return [...messages, ...finishResults(asked, false), ...nudge];
}
