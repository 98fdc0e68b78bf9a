import { describe, expect, it } from 'vitest';

import { turnInputOf } from '#test/support/turn-input.ts';
import { asksFor, converse } from '#test/support/wire/converse.ts';
import { type wireFormats, wireRows } from '#test/support/wire/formats.ts';

const reasoning = 'ErUBCkYIBRgCIkDxencrypted';
const said = [
  { reasoning, calls: [asksFor('a')], usage: { output: 500, reasoning: 400 } },
  { text: 'Done.' },
];
const rowOf = (provider: keyof typeof wireFormats) => wireRows.find((row) => row.provider === provider)!;

describe.each(wireRows)('a model that reasons, at $provider', (row) => {
  it('goes on from its reasoning in the next turn', async () => {
    const { calls, outputs } = await converse(row, { said });
    expect(outputs[1]).toMatchObject({ isDone: true, answer: 'Done.' });
    expect(calls[1]!.text).toContain(reasoning);
  });

  it('is offered the result of the call that it asked for', async () => {
    const { calls } = await converse(row, { said });
    expect(calls[1]!.text).toContain('\\n\\nmade\\n');
    expect(calls[1]!.text).toContain('api.example.com/a');
  });
});

it('OpenAI gets its reasoning back before the call that followed it', async () => {
  const { calls } = await converse(rowOf('openai'), { said });
  const { input } = calls[1]!.body as { input: readonly Record<string, unknown>[] };
  expect(input.slice(-3)).toMatchObject([
    { type: 'reasoning', encrypted_content: reasoning, summary: [] },
    { type: 'function_call', call_id: 'call_a' },
    { type: 'function_call_output', call_id: 'call_a' },
  ]);
});

it.each(['openai', 'google', 'openai-compatible'] as const)(
  '%s says how much was reasoned',
  async (provider) => {
    const { outputs } = await converse(rowOf(provider), { said });
    expect(outputs[0]?.usage).toMatchObject({ outputTokens: 500, reasoningTokens: 400, isReported: true });
  },
);

describe('a fallback to Claude, which reasons within a budget', () => {
  const tuning = { effort: 'low', maxOutputTokens: null } as const;
  const call = { type: 'tool-call', toolCallId: 'call_a', toolName: 'read_delivery', input: { find: 'a' } };
  const result = {
    type: 'tool-result',
    toolCallId: 'call_a',
    toolName: 'read_delivery',
    output: { type: 'text', value: 'nothing' },
  };
  const begunByAnother = [
    { role: 'assistant', content: [call] },
    { role: 'tool', content: [result] },
  ];
  const thinkingAfter = async (messages: readonly unknown[]) => {
    const { calls } = await converse(rowOf('anthropic'), {
      said: [{ calls: [asksFor('b')] }, { text: 'Done.' }],
      modelId: 'claude-haiku-4-5',
      tuning,
      input: turnInputOf('Report the order.', { order: 1 }, { messages }),
    });
    return calls.map(({ body }) => (body as { thinking?: object }).thinking);
  };

  it('does not reason where calls of another model come before, which have no reasoning', async () => {
    expect(await thinkingAfter(begunByAnother)).toEqual([undefined, undefined]);
  });

  it('reasons again once the user has spoken', async () => {
    const [first] = await thinkingAfter([...begunByAnother, { role: 'user', content: 'Go on.' }]);
    expect(first).toMatchObject({ type: 'enabled' });
  });
});

describe('effort', () => {
  const tuned = async (
    provider: keyof typeof wireFormats,
    modelId: string,
    effort: 'low' | 'high' | 'none',
  ) =>
    (
      await converse(rowOf(provider), {
        said: [{ text: 'Done.' }],
        modelId,
        tuning: { effort, maxOutputTokens: null },
      })
    ).calls[0]!.body;

  it.each([
    ['openai', 'gpt-5-mini', { reasoning: { effort: 'high' }, max_output_tokens: 32_768 }],
    ['openai-compatible', 'gpt-oss:20b', { reasoning_effort: 'high', max_tokens: 8_192 }],
    ['anthropic', 'claude-sonnet-5', { output_config: { effort: 'high' }, max_tokens: 32_768 }],
    [
      'anthropic',
      'claude-sonnet-4-5',
      { thinking: { type: 'enabled', budget_tokens: 28_672 }, max_tokens: 32_768 },
    ],
    [
      'google',
      'gemini-3-pro-preview',
      { generationConfig: { thinkingConfig: { thinkingLevel: 'high' }, maxOutputTokens: 32_768 } },
    ],
  ] as const)('high is said to %s %s in its own words', async (provider, modelId, expected) => {
    expect(await tuned(provider, modelId, 'high')).toMatchObject(expected);
  });

  it.each([
    ['openai', 'gpt-4.1'],
    ['anthropic', 'claude-3-5-haiku-20241022'],
    ['google', 'gemini-2.0-flash'],
  ] as const)('is not said to %s %s, which cannot reason', async (provider, modelId) => {
    const text = JSON.stringify(await tuned(provider, modelId, 'high'));
    expect(text).not.toMatch(/"(reasoning|reasoning_effort|thinking|thinkingConfig|effort)":/);
  });

  it('none leaves the whole answer to the words', async () => {
    expect(await tuned('openai', 'gpt-5-mini', 'none')).toMatchObject({ max_output_tokens: 4_096 });
    expect(await tuned('anthropic', 'claude-sonnet-4-5', 'none')).not.toHaveProperty('thinking');
  });
});

describe('the limit of an answer', () => {
  const limitOf = async (
    provider: keyof typeof wireFormats,
    modelId: string,
    maxOutputTokens: number | null = null,
  ) => {
    const { calls } = await converse(rowOf(provider), {
      said: [{ text: 'Done.' }],
      modelId,
      tuning: { effort: null, maxOutputTokens },
    });
    const body = calls[0]!.body as Record<string, unknown> & {
      generationConfig?: { maxOutputTokens?: number };
    };
    return body['max_tokens'] ?? body['max_output_tokens'] ?? body.generationConfig?.maxOutputTokens;
  };

  it.each([
    ['openai', 'gpt-5-mini', 16_384],
    ['openai', 'gpt-4.1', 4_096],
    ['google', 'gemini-2.5-flash', 16_384],
    ['anthropic', 'claude-sonnet-4-5', 4_096],
    ['anthropic', 'claude-3-haiku-20240307', 4_096],
    ['openai-compatible', 'qwen3:8b', 4_096],
  ] as const)('for %s %s leaves room for its reasoning: %i tokens', async (provider, modelId, limit) => {
    expect(await limitOf(provider, modelId)).toBe(limit);
  });

  it('is what the owner chose, within what the model can write', async () => {
    expect(await limitOf('openai', 'gpt-5-mini', 50_000)).toBe(50_000);
    expect(await limitOf('anthropic', 'claude-3-haiku-20240307', 50_000)).toBe(4_096);
    expect(await limitOf('openai-compatible', 'qwen3:8b', 50_000)).toBe(50_000);
  });
});
