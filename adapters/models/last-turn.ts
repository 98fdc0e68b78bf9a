import type { LastTurn, Remark, TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import { accountLine } from '#capabilities/request-account.ts';
import { shortenText } from '#domain/cut-text.ts';
import { isRefusal } from './answer-signs.ts';
import { wrapData } from './data-markers.ts';
import type { GivenAnswer } from './read-answer.ts';
import { lastRequestsOf, requestsOf } from './requests-of-run.ts';
import { summaryOf } from './remarks.ts';

/** The limit of the account of all requests of a run. */
const accountBytesMax = 2_000;
/** The limit of the whole message. */
export const lastMessageBytesMax = 3_000;
const instructionsBytesMax = 4_000;
const answerBytesMax = 64 * 1024;

const ask = `Write now, for the owner, in a few sentences: what was done, and what was not. You can make no more calls.
The first line of your answer is "STATUS: complete" if everything that the instructions ask for was done, else "STATUS: incomplete".`;

const status = /^[\s*_`]*STATUS:[\s*_`]*(complete|incomplete)\b[*_`.]*\s*/i;
const remark: Remark = 'stopped';

/** The message to the model in the last turn. Its requests are given as data: senders may have named their targets. */
export function lastTurnMessage(input: TurnInput, { reason }: LastTurn) {
  const lines = requestsOf(input).map(accountLine).join('\n');
  const account = shortenText(lines === '' ? 'None.' : lines, accountBytesMax);
  const told = `From the service that runs you: ${reason}\n\nThe requests of this run:\n${wrapData(account, input.nonce)}`;
  return { role: 'user' as const, content: `${told}\n\n${ask}` };
}

/** The input without what the run has read, for a prompt that always fits. */
export const shortened = (input: TurnInput): TurnInput => ({
  ...input,
  instructions: shortenText(input.instructions, instructionsBytesMax),
  access: [],
  delivery: input.delivery && { ...input.delivery, headers: {}, body: new Uint8Array() },
  messages: [],
  answerSchema: null,
});

type Concluded = Omit<TurnOutput, 'needsModel' | 'usage' | 'finishReason' | 'cost' | 'model'>;

/**
 * The run ends with these words; as failed, unless the model says that all was done and nothing speaks against it. Words
 * are no JSON.
 */
export function concludeLastTurn(
  { text, finishReason }: GivenAnswer,
  input: TurnInput,
  reason: string,
): Concluded {
  const isComplete = status.exec(text)?.[1]?.toLowerCase() === 'complete';
  const said = shortenText(text.replace(status, '').trim(), answerBytesMax);
  const isNone = said === '' || finishReason === 'content-filter' || isRefusal(said);
  const hasFailed = lastRequestsOf(input).findLast(({ isWriting }) => isWriting)?.hasFailed === true;
  const isRefused = input.turns.at(-1)?.remark === 'too-many-requests';
  const isSaid = isComplete && !isNone && finishReason === 'stop';
  const isDone = isSaid && !hasFailed && !isRefused && input.answerSchema == null;
  return {
    isDone: true,
    calls: [],
    answer: isNone ? null : said,
    failure: isDone ? null : reason,
    ...(isDone && { warnings: [reason] }),
    messages: isNone ? [] : [{ role: 'assistant', content: said }],
    remark,
    summary: summaryOf(remark),
  };
}
