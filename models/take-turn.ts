import type { ToolCall, TurnInput, TurnOutput } from '../contracts/turn.ts';
import { callModel } from './call-model.ts';
import { withFreshCallIds } from './fresh-call-ids.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { OfflineTask } from './offline/offline-model.ts';
import { openingMessages, systemText } from './prompt.ts';
import { refuseCutPrompt } from './refuse-cut-prompt.ts';
import { agentTools, chatTools, finishIn, toToolCall } from './tools.ts';
import { summaryLine } from './turn-summary.ts';
import { usageOf } from './usage.ts';

/** One turn of the agent: one model call, and what it asks for. */
export async function takeTurn(loaded: LoadedModel, input: TurnInput): Promise<TurnOutput> {
  const instructions = systemText(input);
  const messages = [...openingMessages(input), ...input.messages];
  const result = await callModel({
    model: loaded.model,
    instructions,
    messages,
    tools: input.delivery === null ? chatTools : agentTools,
    maxOutputTokens: input.limits.maxOutputTokens,
    signal: input.signal,
    functionId: 'agent-turn',
    ...(loaded.isOffline && { offlineTask: offlineTaskOf(input) }),
  });
  const fresh = withFreshCallIds(result.responseMessages, input.messages);
  const asked = sort(result.toolCalls.map((call) => ({ ...call, toolCallId: fresh.idOf(call.toolCallId) })));
  const isDone = asked.calls.length === 0 && asked.invalidCount === 0;
  const offline = offlineNotes(result.providerMetadata);
  const { needsModel } = offline;
  const usage = usageOf(result.usage, loaded.isOffline);
  if (!loaded.isOffline) refuseCutPrompt({ instructions, messages }, usage);
  const shared = { isDone, needsModel, usage, calls: asked.calls, finishReason: result.finishReason };
  return {
    ...shared,
    messages: [...fresh.messages, ...asked.finishResults(isDone)],
    answer: isDone ? (asked.finish?.answer ?? result.text) : null,
    failure: isDone ? (asked.finish?.failure ?? offline.failure) : null,
    cost: loaded.costOf(usage),
    model: loaded.id,
    summary: summaryLine(shared),
  };
}

function offlineTaskOf({ access, delivery, instructions, limits }: TurnInput): OfflineTask {
  const storedHeaders = access.flatMap(({ headerName }) => (headerName === null ? [] : [headerName]));
  return { instructions, delivery, storedHeaders, maxRequests: limits.maxRequests };
}

interface AskedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly invalid?: boolean | undefined;
}

/** Calls to carry out, the answer of a `finish` among them, and how many the SDK found malformed and answered itself. */
function sort(toolCalls: readonly AskedCall[]) {
  const valid = toolCalls.filter(({ invalid }) => invalid !== true);
  const finishes = valid.filter(({ toolName }) => toolName === 'finish');
  const calls = valid
    .map(({ toolCallId, toolName, input }) => toToolCall(toolCallId, toolName, input))
    .filter((call): call is ToolCall => call !== null);
  const [finish] = finishes;
  return {
    calls,
    invalidCount: toolCalls.length - valid.length,
    finish: finish === undefined ? null : finishIn(finish.input),
    finishResults: (isDone: boolean) => finishes.map(({ toolCallId }) => finishResult(toolCallId, isDone)),
  };
}

/** Every call must have a result in the history, `finish` too. */
function finishResult(toolCallId: string, isDone: boolean) {
  const value = isDone ? 'Finished.' : 'Not finished: look at the results of the other calls first.';
  const part = { type: 'tool-result', toolCallId, toolName: 'finish', output: { type: 'text', value } };
  return { role: 'tool', content: [part] };
}

/** What the rules say beside their text. */
function offlineNotes(metadata: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined): {
  readonly needsModel: string | null;
  readonly failure: string | null;
} {
  const { needsModel, failure } = metadata?.['offline'] ?? {};
  return {
    needsModel: typeof needsModel === 'string' ? needsModel : null,
    failure: typeof failure === 'string' ? failure : null,
  };
}
