import { readCall } from '../capabilities/calls.ts';
import { finish } from '../capabilities/finish.ts';
import type { TurnInput, TurnOutput } from '../capabilities/agent-turn.ts';
import type { MaxUsage } from '../contracts/turn.ts';
import { tokensOfTurn } from '../domain/budget.ts';
import { cutToBytes } from '../domain/cut-text.ts';
import { callModel } from './call-model.ts';
import { withFreshCallIds } from './fresh-call-ids.ts';
import { limitCalls } from './limit-calls.ts';
import type { LoadedModel } from './loaded-model.ts';
import { openingMessages, systemText } from './prompt.ts';
import { refuseCutPrompt } from './refuse-cut-prompt.ts';
import { toolsBytes, toolsFor } from './offered-capabilities.ts';
import { shownBytesMax } from './shown-bytes.ts';
import { summaryLine } from './turn-summary.ts';
import { usageOf } from './usage.ts';
import { noUsage } from '../domain/no-usage.ts';

/** More than a model can write in one turn, and as much as is shown of any text. */
const answerBytesMax = 64 * 1024;
/** It becomes the reason of the run, which every list repeats. */
const failureBytesMax = 1_000;
const readsOfTurnMax = 32;
/** Reads need no request and cost no money, so they have a limit of their own. */
const callsOfRunMax = 256;

const cut = (text: string, bytesMax: number): string => {
  const { text: kept, truncated } = cutToBytes(text, bytesMax);
  return truncated ? `${kept}…` : kept;
};

/** One request too many is kept: the run is then stopped, and none of the turn is sent. */
const maximaOf = ({ results, limits }: TurnInput) => ({
  read: Math.min(readsOfTurnMax, Math.max(callsOfRunMax - results.length, 0)),
  request: limits.maxRequests + 1,
  finish: 1,
});

/** The prompt of a turn: trusted text, the opening, and everything that followed it. */
const promptOf = ({ id }: LoadedModel, input: TurnInput) => ({
  instructions: systemText(input),
  messages: [...openingMessages(input, shownBytesMax(id, input.limits.run.tokens)), ...input.messages],
});

/** One turn of the agent: one model call and the calls it requests. */
export async function takeTurn(loaded: LoadedModel, input: TurnInput): Promise<TurnOutput> {
  const prompt = promptOf(loaded, input);
  const result = await callModel({
    model: loaded.model,
    ...prompt,
    tools: toolsFor({ hasDelivery: input.delivery !== null, isStrict: loaded.hasStrictTools }),
    maxOutputTokens: input.limits.maxOutputTokens,
    signal: input.signal,
    functionId: 'agent-turn',
  });
  const limited = limitCalls(result.responseMessages, result.toolCalls, maximaOf(input));
  const fresh = withFreshCallIds(limited.messages, input.messages);
  const asked = sort(limited.calls.map((call) => ({ ...call, toolCallId: fresh.idOf(call.toolCallId) })));
  const refused = limited.refused(fresh.idOf);
  const isDone = asked.calls.length === 0 && asked.invalidCount === 0 && refused.length === 0;
  const usage = usageOf(result.usage);
  refuseCutPrompt(prompt, usage);
  const shared = { isDone, needsModel: null, usage, calls: asked.calls, finishReason: result.finishReason };
  return {
    ...shared,
    messages: [...fresh.messages, ...refused, ...asked.finishResults(isDone)],
    answer: isDone ? cut(asked.finish?.answer ?? result.text, answerBytesMax) : null,
    failure: isDone && asked.finish?.failure ? cut(asked.finish.failure, failureBytesMax) : null,
    cost: loaded.costOf(usage),
    model: loaded.id,
    summary: summaryLine(shared),
  };
}

/** Upper bound on the cost of a turn before it is taken. */
export function estimateMaxTurnUsage(loaded: LoadedModel, input: TurnInput): MaxUsage {
  const { maxOutputTokens } = input.limits;
  const promptBytes = Buffer.byteLength(JSON.stringify(promptOf(loaded, input))) + toolsBytes;
  const tokens = tokensOfTurn(promptBytes, maxOutputTokens);
  const usage = { ...noUsage, inputTokens: tokens - maxOutputTokens, outputTokens: maxOutputTokens };
  return { tokens, amountMicros: loaded.costOf(usage).amountMicros };
}

interface AskedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly invalid?: boolean | undefined;
}

/** Separates the calls to execute from `finish`, and counts those the SDK found malformed and answered itself. */
function sort(toolCalls: readonly AskedCall[]) {
  const valid = toolCalls.filter(({ invalid }) => invalid !== true);
  const finishes = valid.filter(({ toolName }) => toolName === finish.name);
  const calls = valid
    .map(({ toolCallId, toolName, input }) => readCall(toolCallId, toolName, input))
    .filter((call) => call !== null);
  const [first] = finishes;
  return {
    calls,
    invalidCount: toolCalls.length - valid.length,
    finish: first === undefined ? null : finish.input.parse(first.input),
    finishResults: (isDone: boolean) => finishes.map(({ toolCallId }) => finishResult(toolCallId, isDone)),
  };
}

/** Every call needs a result in the history, including `finish`. */
function finishResult(toolCallId: string, isDone: boolean) {
  const value = isDone ? 'Finished.' : 'Not finished: look at the results of the other calls first.';
  const part = { type: 'tool-result', toolCallId, toolName: finish.name, output: { type: 'text', value } };
  return { role: 'tool', content: [part] };
}
