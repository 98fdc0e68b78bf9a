interface Part {
  readonly type?: unknown;
  readonly providerOptions?: unknown;
}
interface Message {
  readonly content?: unknown;
  readonly providerOptions?: unknown;
}

/** Messages as another model reads them: without the reasoning, signatures and ids of the one that wrote them. */
export const withoutTraces = (messages: readonly unknown[]): readonly unknown[] =>
  messages.flatMap((message) => {
    const { content, providerOptions: _, ...rest } = message as Message;
    if (!Array.isArray(content)) return [{ ...rest, content }];
    const said = (content as readonly Part[]).filter(({ type }) => type !== 'reasoning');
    if (said.length === 0) return [];
    return [{ ...rest, content: said.map(({ providerOptions: _options, ...part }) => part) }];
  });
