import { LLMock } from '@copilotkit/aimock';
import { describe, expect, it } from 'vitest';

import { createAgentModel } from '#models/agent-model.ts';
import type { providers } from '#models/providers.ts';
import { filterInputOf, testNonce, turnInputOf } from '#test/support/turn-input.ts';

async function startMock() {
  const mock = new LLMock({ port: 0 });
  await mock.start();
  return Object.assign(mock, { [Symbol.asyncDispose]: () => mock.stop() });
}

/** A model of each provider, and where the mock speaks its language. */
const models: Readonly<Record<(typeof providers)[number]['id'], { modelId: string; path: string }>> = {
  anthropic: { modelId: 'claude-sonnet-4-5', path: '/v1' },
  openai: { modelId: 'gpt-5-mini', path: '/v1' },
  google: { modelId: 'gemini-2.5-flash', path: '/v1beta' },
  'openai-compatible': { modelId: 'some/model', path: '/v1' },
};
const rows = Object.entries(models).map(([id, { modelId, path }]) => ({ id: `${id}/${modelId}`, path }));

const usage = {
  input_tokens: 90,
  output_tokens: 9,
  prompt_tokens: 90,
  completion_tokens: 9,
  promptTokenCount: 90,
  candidatesTokenCount: 9,
  total_tokens: 99,
};

describe.each(rows)('$id', ({ id, path }) => {
  it('takes a turn with a request, and answers from its result', async () => {
    await using mock = await startMock();
    const call = {
      method: 'POST',
      url: 'https://api.example.com/orders',
      body: '{"id":"o1"}',
      headers: [{ name: 'x-a', value: 'b' }],
    };
    mock.on(
      { hasToolResult: false },
      { toolCalls: [{ name: 'http_request', arguments: JSON.stringify(call) }], usage },
    );
    mock.on({ hasToolResult: true }, { content: 'The order is recorded.', usage });
    const model = createAgentModel({ id, apiKey: 'k', baseUrl: `${mock.url}${path}` });
    const input = turnInputOf('Record the order id at https://api.example.com/orders.', {
      order: { id: 'o1' },
    });

    const first = await model.turn(input);
    expect(first.calls).toMatchObject([{ name: 'http_request', ...call, headers: { 'x-a': 'b' } }]);
    expect(first.usage).toMatchObject({ inputTokens: 90, outputTokens: 9 });

    const result = {
      kind: 'response',
      status: 201,
      headers: {},
      body: '{"ok":true}',
      truncated: false,
    } as const;
    const stored = JSON.parse(
      JSON.stringify([...first.messages, model.resultMessage(first.calls[0]!, result, testNonce)]),
    );
    const second = await model.turn({ ...input, messages: stored });
    expect(second).toMatchObject({ isDone: true, answer: 'The order is recorded.', model: id });
    // At another address than the provider's own the price list of the provider proves nothing.
    expect(second.cost.state).toBe('unknown');
    expect(JSON.stringify(mock.getRequests().at(-1)?.body)).toContain(`<<DATA ${testNonce}>>`);
  });

  it('answers a filter with an object', async () => {
    await using mock = await startMock();
    mock.on({}, { content: '{"matches":true,"confidence":"sure","reason":"It says so."}', usage });
    const model = createAgentModel({ id, apiKey: 'k', baseUrl: `${mock.url}${path}` });
    const verdict = await model.evaluateFilter(
      filterInputOf('it sounds urgent to the reader', { note: 'now!' }),
    );
    expect(verdict).toMatchObject({ verdict: 'run', evidence: 'It says so.', usage: { inputTokens: 90 } });
  });
});
