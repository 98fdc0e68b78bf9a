import type { LanguageModelV4Content, LanguageModelV4FinishReason } from '@ai-sdk/provider';

import type { Random } from '../random.ts';

/** An answer of the model that asks for no request, and what is known of it without a look at how it is judged. */
export interface KnownAnswer {
  readonly content: readonly LanguageModelV4Content[];
  readonly finishReason: LanguageModelV4FinishReason['unified'];
  /** Whether a run may succeed with it: in a chat there is an owner who reads refusals and answers questions. */
  readonly maySucceed: 'always' | 'in-a-chat' | 'never';
  /** Whether it reports a request that failed as one; null where that is not known. */
  readonly namesFailure: boolean | null;
}

const text = (words: string): LanguageModelV4Content => ({ type: 'text', text: words });
const call = (toolName: string, input: string): LanguageModelV4Content => ({
  type: 'tool-call',
  toolCallId: 'call_end',
  toolName,
  input,
});
const finish = (answer: string, failure?: unknown) => call('finish', JSON.stringify({ answer, failure }));

const never = { maySucceed: 'never', namesFailure: null } as const;
const refusal = "I'm sorry, but I can't help with that.";
const done = { finishReason: 'stop', maySucceed: 'always', namesFailure: false } as const;

const endings: readonly (() => KnownAnswer)[] = [
  () => ({ content: [text(refusal)], finishReason: 'stop', ...never, maySucceed: 'in-a-chat' }),
  () => ({ content: [finish(refusal)], finishReason: 'tool-calls', ...never, maySucceed: 'in-a-chat' }),
  () => ({ content: [], finishReason: 'content-filter', ...never }),
  () => ({ content: [text('The order')], finishReason: 'content-filter', ...never }),
  () => ({ content: [finish('Done.')], finishReason: 'content-filter', ...never }),
  () => ({ content: [], finishReason: 'stop', ...never }),
  () => ({ content: [text(' \n')], finishReason: 'stop', ...never }),
  () => ({ content: [finish('')], finishReason: 'tool-calls', ...never }),
  () => ({ content: [{ type: 'reasoning', text: 'Let me see.' }], finishReason: 'length', ...never }),
  () => ({ content: [text('The order was rece')], finishReason: 'length', ...never }),
  () => ({
    content: [call('http_request', '{"method":"POST","url":"http')],
    finishReason: 'length',
    ...never,
  }),
  () => ({ content: [], finishReason: 'error', ...never }),
  () => ({ content: [], finishReason: 'other', ...never }),
  () => ({ content: [call('launch', '{}')], finishReason: 'tool-calls', ...never }),
  () => ({
    content: [text('<tool_call>\n{"name": "http_request", "arguments": {"method": "POST"}}\n</tool_call>')],
    finishReason: 'stop',
    ...never,
  }),
  () => ({ content: [text("finish(answer='All is well.')")], finishReason: 'stop', ...never }),
  () => ({
    content: [text('I will now send the order to the API.')],
    finishReason: 'stop',
    ...never,
    maySucceed: 'in-a-chat',
  }),
  () => ({
    content: [text('Which API should I send this to?')],
    finishReason: 'stop',
    ...never,
    maySucceed: 'in-a-chat',
  }),
  () => ({
    content: [finish('Nothing was sent.', 'The API is down.')],
    finishReason: 'tool-calls',
    ...never,
  }),
  () => ({
    content: [finish('All is well.', null), finish('It is not.', 'The API is down.')],
    finishReason: 'tool-calls',
    ...never,
  }),
  () => ({ content: [text('All is well.')], ...done }),
  () => ({ content: [finish('All is well.')], ...done }),
  () => ({ content: [finish('All is well.', 'None')], ...done }),
  () => ({ content: [finish('All is well; it was there already.', null)], ...done, namesFailure: true }),
];

const lastWords: readonly (() => KnownAnswer)[] = [
  () => ({ content: [text('STATUS: complete\nAll is well.')], ...done }),
  () => ({ content: [text('STATUS: incomplete\nOne request was sent.')], finishReason: 'stop', ...never }),
  () => ({ content: [text('All is well.')], finishReason: 'stop', ...never }),
  () => ({ content: [text(`STATUS: complete\n${refusal}`)], finishReason: 'stop', ...never }),
  () => ({ content: [text('STATUS: complete\nAll is we')], finishReason: 'length', ...never }),
  () => ({ content: [text('STATUS: complete')], finishReason: 'stop', ...never }),
  () => ({ content: [call('http_request', '{"method":"POST"')], finishReason: 'tool-calls', ...never }),
  () => ({ content: [], finishReason: 'content-filter', ...never }),
];

export const randomEnding = ({ pick }: Random): KnownAnswer => pick(endings)();
/** To the request for a last turn. */
export const randomLastWords = ({ pick }: Random): KnownAnswer => pick(lastWords)();

const oddCounts = [Number.NaN, -1, -1e9, 1e300, 2 ** 53, 3.5, Infinity, 1e12, undefined] as const;

/** A usage that no server can mean. */
export function oddUsage({ pick }: Random) {
  const odd = pick(oddCounts);
  const input = { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 };
  const output = { total: 20, text: 20, reasoning: 0 };
  return pick([
    { inputTokens: { ...input, total: odd }, outputTokens: output },
    { inputTokens: input, outputTokens: { ...output, total: odd } },
    { inputTokens: { ...input, cacheRead: 5_000 }, outputTokens: output },
    { inputTokens: { ...input, total: odd }, outputTokens: { ...output, total: odd } },
  ]);
}
