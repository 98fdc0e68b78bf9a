import { capabilities } from '../capabilities/index.ts';

interface Part {
  readonly type?: unknown;
  readonly toolCallId?: unknown;
}
interface AskedCall {
  readonly toolCallId: string;
  readonly toolName: string;
}

type Kind = (typeof capabilities)[number]['kind'];

interface LimitedCalls<Call> {
  /** Without the calls that are left out and their results. */
  readonly messages: readonly unknown[];
  readonly calls: readonly Call[];
  /** The result of the call that stays in the history and is not carried out; it tells the model so. */
  readonly refused: (idOf: (toolCallId: string) => string) => readonly unknown[];
}

/**
 * Keeps as many calls of each kind as there may be, the first ones. Of the others one stays in the history, refused on
 * behalf of all: thousands of refusals would fill the prompt of every later turn.
 */
export function limitCalls<Call extends AskedCall>(
  messages: readonly unknown[],
  asked: readonly Call[],
  maxima: Readonly<Record<Kind, number>>,
): LimitedCalls<Call> {
  const within = firstOfEachKind(maxima);
  const kept = new Set(asked.filter(within));
  const calls = [...kept];
  const example = asked.find((call) => !kept.has(call));
  if (example === undefined) return { messages, calls, refused: () => [] };
  const answered = new Set(calls.map(({ toolCallId }) => toolCallId));
  let position = 0;
  const isKept = ({ type, toolCallId }: Part): boolean => {
    if (type === 'tool-result') return typeof toolCallId !== 'string' || answered.has(toolCallId);
    if (type !== 'tool-call') return true;
    // The calls of an answer are in its messages in the same order.
    const call = asked[position++];
    return call === undefined || call === example || kept.has(call);
  };
  return {
    messages: messages.map((message) => keepParts(message, isKept)).filter((message) => message !== null),
    calls,
    refused: (idOf) => [refusal(example, idOf, { asked: asked.length, kept: calls.length })],
  };
}

/** True for each call as long as its kind has not reached its maximum. Malformed names count as reads. */
function firstOfEachKind(maxima: Readonly<Record<Kind, number>>): (call: AskedCall) => boolean {
  const left: Record<Kind, number> = { ...maxima };
  return ({ toolName }) => {
    const kind = capabilities.find(({ name }) => name === toolName)?.kind ?? 'read';
    left[kind] -= 1;
    return left[kind] >= 0;
  };
}

/** Null where no part is left. */
function keepParts(message: unknown, isKept: (part: Part) => boolean): unknown {
  const { content } = message as { readonly content?: unknown };
  if (!Array.isArray(content)) return message;
  const kept = (content as readonly Part[]).filter(isKept);
  return kept.length === 0 ? null : { ...(message as object), content: kept };
}

function refusal(
  { toolCallId, toolName }: AskedCall,
  idOf: (toolCallId: string) => string,
  { asked, kept }: { readonly asked: number; readonly kept: number },
) {
  const value = `Too many calls: of ${asked} in one answer ${kept} are carried out, not this one. Ask for less, or call finish.`;
  const output = { type: 'error-text', value };
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId: idOf(toolCallId), toolName, output }] };
}
