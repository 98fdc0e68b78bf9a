import type { capabilities } from '#capabilities/index.ts';

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
  /** Without the calls that are left out and their results; with the result of the one that is refused. */
  readonly messages: readonly unknown[];
  readonly calls: readonly Call[];
  /** Whether calls were left out, and the model was told so. */
  readonly isLimited: boolean;
}

/**
 * Keeps as many calls of each kind as there may be, the first ones. One of the others stays in the history, refused on
 * behalf of all: thousands of refusals would fill the prompt of every later turn. Ids are unique within the answer.
 */
export function limitCalls<Call extends AskedCall>(
  messages: readonly unknown[],
  asked: readonly Call[],
  kindOf: (call: Call) => Kind,
  maxima: Readonly<Record<Kind, number>>,
  say: (counts: { readonly asked: number; readonly kept: number }) => string,
): LimitedCalls<Call> {
  const calls = asked.filter(firstOfEachKind(kindOf, maxima));
  const kept = new Set(calls.map(({ toolCallId }) => toolCallId));
  const example = asked.find(({ toolCallId }) => !kept.has(toolCallId));
  if (example === undefined) return { messages, calls, isLimited: false };
  const isKept = ({ type, toolCallId: id }: Part): boolean =>
    typeof id !== 'string' || kept.has(id) || (type === 'tool-call' && id === example.toolCallId);
  return {
    messages: [
      ...messages.map((message) => keepParts(message, isKept)).filter((message) => message !== null),
      refusal(example, say({ asked: asked.length, kept: calls.length })),
    ],
    calls,
    isLimited: true,
  };
}

/** True for each call as long as its kind has not reached its maximum. */
function firstOfEachKind<Call>(
  kindOf: (call: Call) => Kind,
  maxima: Readonly<Record<Kind, number>>,
): (call: Call) => boolean {
  const left: Record<Kind, number> = { ...maxima };
  return (call) => {
    const kind = kindOf(call);
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

function refusal({ toolCallId, toolName }: AskedCall, value: string) {
  const output = { type: 'error-text', value };
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
}
