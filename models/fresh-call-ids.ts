interface Part {
  readonly type?: unknown;
  readonly toolCallId?: unknown;
}
interface Message {
  readonly content?: unknown;
}
interface AskedCall {
  readonly toolCallId: string;
  /** The SDK answered it itself. */
  readonly invalid?: boolean | undefined;
}

const partsOf = (message: unknown): readonly Part[] => {
  const { content } = message as Message;
  return Array.isArray(content) ? (content as readonly Part[]) : [];
};

const idsIn = (messages: readonly unknown[]): readonly unknown[] =>
  messages.flatMap((message) => partsOf(message).map(({ toolCallId }) => toolCallId));

/** A longer id is not worth its space in every history and record. */
const idCharsMax = 64;
const numberCharsMax = 8;

/**
 * Makes call ids unique within the run, and short. Local servers number calls from one in every answer, or give all calls
 * of an answer one id, and a run stores results by call id. The calls of an answer are in its messages in the same order,
 * and so are the results of those that the SDK answered.
 */
export function withFreshCallIds<Call extends AskedCall>(
  messages: readonly unknown[],
  asked: readonly Call[],
  history: readonly unknown[],
): { readonly messages: readonly unknown[]; readonly calls: readonly Call[] } {
  const freshId = createIds(new Set(idsIn(history)), new Set(idsIn(messages)));
  const calls = asked.map((call) => ({ ...call, toolCallId: freshId(call.toolCallId) }));
  const pairs = asked.map((call, index) => [call, calls[index]?.toolCallId ?? ''] as const);
  const nextCallId = inOrder(pairs);
  const nextResultId = inOrder(pairs.filter(([{ invalid }]) => invalid === true));
  const renamed = (part: Part): Part => {
    const { type, toolCallId: id } = part;
    if (typeof id !== 'string') return part;
    return { ...part, toolCallId: type === 'tool-result' ? nextResultId(id) : nextCallId(id) };
  };
  return {
    calls,
    messages: messages.map((message) => {
      const parts = partsOf(message);
      return parts.length === 0 ? message : { ...(message as Message), content: parts.map(renamed) };
    }),
  };
}

/** Gives each call an id: its own where that is free, else a numbered one. */
function createIds(used: Set<unknown>, present: ReadonlySet<unknown>): (id: string) => string {
  const numbers = new Map<string, number>();
  return (id) => {
    let fresh = id;
    const base = id.length <= idCharsMax - numberCharsMax ? id : 'call';
    while (fresh.length > idCharsMax || used.has(fresh) || (fresh !== id && present.has(fresh))) {
      const number = (numbers.get(base) ?? 1) + 1;
      numbers.set(base, number);
      fresh = `${base}-${number}`;
    }
    used.add(fresh);
    return fresh;
  };
}

/** The new ids of an id, one after the other. */
function inOrder(pairs: readonly (readonly [AskedCall, string])[]): (id: string) => string {
  const waiting = Map.groupBy(pairs, ([{ toolCallId }]) => toolCallId);
  return (id) => waiting.get(id)?.shift()?.[1] ?? id;
}
