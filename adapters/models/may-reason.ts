interface Message {
  readonly role?: unknown;
  readonly content?: unknown;
}

/**
 * Whether a model that reasons within a budget may reason in the next answer. Within a turn, which begins with the last
 * message of the user, its provider takes only calls that follow reasoning of the model's own; those of another model, or
 * of an attempt without reasoning, have none.
 */
export function mayReason(messages: readonly unknown[]): boolean {
  const turn = messages.slice(messages.findLastIndex((message) => (message as Message).role === 'user') + 1);
  return turn.every((message) => {
    const { role, content } = message as Message;
    if (role !== 'assistant' || !Array.isArray(content)) return true;
    const types = content.map((part: { readonly type?: unknown }) => part.type);
    return !types.includes('tool-call') || types[0] === 'reasoning';
  });
}
