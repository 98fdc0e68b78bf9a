import type { TurnInput } from '#capabilities/agent-turn.ts';
import { capabilities } from '#capabilities/index.ts';
import { type AskedCall, readAsked } from './asked-calls.ts';
import type { ModelAnswer } from './judge-answer.ts';
import { limitCalls } from './limit-calls.ts';
import { operationsIn } from './operation-tools.ts';
import { tooManyCalls, tooManyRequests } from './remarks.ts';

/** An answer as the SDK gives it. */
export interface GivenAnswer {
  readonly responseMessages: readonly unknown[];
  readonly toolCalls: readonly AskedCall[];
  readonly text: string;
  readonly finishReason: string;
}

const readsOfTurnMax = 32;
/** Reads need no request and cost no money, so they have a limit of their own. */
const callsOfRunMax = 256;
/** All are read, and the worst of them counts. */
const finishesOfTurnMax = 8;

type Kind = (typeof capabilities)[number]['kind'];

/** The kind of what a tool does; the operation of an API is a request. Malformed names count as reads. */
const kindIn =
  (input: TurnInput) =>
  ({ toolName }: AskedCall): Kind =>
    operationsIn(input).has(toolName)
      ? 'request'
      : (capabilities.find(({ name }) => name === toolName)?.kind ?? 'read');

/** A turn that asks for more requests than are left sends none: a part of them may be worse than none. */
const maximaOf = ({ results }: TurnInput, requests: number) => ({
  read: Math.min(readsOfTurnMax, Math.max(callsOfRunMax - results.length, 0)),
  request: requests,
  finish: finishesOfTurnMax,
});

/** The answer of a model, within the limits of the run; `messages`: for the history. */
export function readAnswer(
  { responseMessages, toolCalls, text, finishReason }: GivenAnswer,
  input: TurnInput,
) {
  const kindOf = kindIn(input);
  const requests = toolCalls.filter((call) => kindOf(call) === 'request').length;
  const left = Math.max(input.limits.maxRequests, 0);
  const isBeyondRequests = requests > left;
  const limited = limitCalls(
    responseMessages,
    toolCalls,
    kindOf,
    maximaOf(input, isBeyondRequests ? 0 : requests),
    (counts) => (isBeyondRequests ? tooManyRequests(requests, left) : tooManyCalls(counts)),
  );
  const asked = readAsked(limited.calls, {
    isJson: input.answerSchema != null,
    operations: operationsIn(input),
  });
  const answer: ModelAnswer = { text, finishReason, asked, isLimited: limited.isLimited };
  return { messages: limited.messages, answer, isBeyondRequests };
}
