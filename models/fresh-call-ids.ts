interface Part {
  readonly type?: unknown;
  readonly toolCallId?: unknown;
}
interface Message {
  readonly content?: unknown;
}

const partsOf = ({ content }: Message): readonly Part[] =>
  Array.isArray(content) ? (content as readonly Part[]) : [];

/**
 * Makes call ids unique within the run. Local servers number calls from one in every answer, and a run stores results
 * by call id.
 */
export function withFreshCallIds(
  messages: readonly unknown[],
  history: readonly unknown[],
): { readonly messages: readonly unknown[]; readonly idOf: (toolCallId: string) => string } {
  const used = new Set(
    history.flatMap((message) => partsOf(message as Message).map(({ toolCallId }) => toolCallId)),
  );
  const fresh = new Map<string, string>();
  for (const { type, toolCallId } of messages.flatMap((message) => partsOf(message as Message))) {
    if (type !== 'tool-call' || typeof toolCallId !== 'string' || !used.has(toolCallId)) continue;
    let number = 2;
    while (used.has(`${toolCallId}-${number}`)) number += 1;
    fresh.set(toolCallId, `${toolCallId}-${number}`);
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
