interface Part {
  readonly type?: unknown;
  readonly toolCallId?: unknown;
}
interface Message {
  readonly content?: unknown;
}

const partsOf = ({ content }: Message): readonly Part[] =>
  Array.isArray(content) ? (content as readonly Part[]) : [];

const idsIn = (messages: readonly unknown[]): readonly unknown[] =>
  messages.flatMap((message) => partsOf(message as Message).map(({ toolCallId }) => toolCallId));

/** A longer id is not worth its place in every history and record. */
const idCharsMax = 64;
const numberCharsMax = 8;

/**
 * Makes call ids unique within the run, and short. Local servers number calls from one in every answer, and a run stores
 * results by call id.
 */
export function withFreshCallIds(
  messages: readonly unknown[],
  history: readonly unknown[],
): { readonly messages: readonly unknown[]; readonly idOf: (toolCallId: string) => string } {
  const used = new Set(idsIn(history));
  const taken = new Set([...used, ...idsIn(messages)]);
  const fresh = new Map<string, string>();
  for (const { type, toolCallId: id } of messages.flatMap((message) => partsOf(message as Message))) {
    if (type !== 'tool-call' || typeof id !== 'string' || fresh.has(id)) continue;
    if (id.length <= idCharsMax && !used.has(id)) continue;
    const base = id.length <= idCharsMax - numberCharsMax ? id : 'call';
    let number = 2;
    while (taken.has(`${base}-${number}`)) number += 1;
    taken.add(`${base}-${number}`);
    fresh.set(id, `${base}-${number}`);
  }
  const idOf = (id: string): string => fresh.get(id) ?? id;
  if (fresh.size === 0) return { messages, idOf };
  return {
    idOf,
    messages: messages.map((message) => {
      const parts = partsOf(message as Message);
      if (parts.length === 0) return message;
      const content = parts.map((part) =>
        typeof part.toolCallId === 'string' ? { ...part, toolCallId: idOf(part.toolCallId) } : part,
      );
      return { ...(message as Message), content };
    }),
  };
}
