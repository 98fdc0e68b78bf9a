import { describe, expect, it } from 'vitest';

import { createAgentModel } from '#models/agent-model.ts';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import { filterInputOf } from '#test/support/turn-input.ts';

const question = 'Is the customer angry?';
const asking = `body.total > 100 && ask(${JSON.stringify(question)})`;
const answer = (...answers: readonly ('yes' | 'no' | 'unsure')[]): Scripted => ({
  text: JSON.stringify({ answers: answers.map((each, index) => ({ number: index + 1, answer: each })) }),
});

async function judge(
  { text, english = null }: { readonly text: string; readonly english?: string | null },
  body: object,
  ...script: readonly Scripted[]
) {
  await using server = await startModelServer([...script]);
  const model = createAgentModel({ id: 'openai-compatible/local/qwen3:8b', baseUrl: server.baseUrl });
  const input = filterInputOf(english ?? text, body, { condition: { dialect: 1, text, english } });
  const verdict = await model.evaluateFilter(input);
  return { verdict, prompts: server.calls.map((call) => call.text) };
}

describe('a condition', () => {
  it('asks no model for what it decides', async () => {
    const { verdict, prompts } = await judge({ text: asking }, { total: 5 });
    expect(verdict).toMatchObject({ verdict: 'skip', modelCalls: 0, cost: { state: 'none' } });
    expect(prompts).toEqual([]);
  });

  it('asks its question about the delivery where the rest leaves it open', async () => {
    const { verdict, prompts } = await judge({ text: asking }, { total: 500, note: 'GRRR' }, answer('yes'));
    expect(verdict).toMatchObject({
      verdict: 'run',
      modelCalls: 1,
      evidence: expect.stringContaining(question),
    });
    expect(prompts).toEqual([expect.stringContaining(`Question 1: ${question}`)]);
    expect(prompts[0]).toContain('GRRR');
    expect((await judge({ text: asking }, { total: 500 }, answer('no'))).verdict.verdict).toBe('skip');
  });

  it('is undecided where the model is unsure, or gives no answer that can be read', async () => {
    for (const given of [
      answer('unsure'),
      answer(),
      { text: 'Yes, I think so.' },
      { text: '{"answers":[{"number":7,"answer":"yes"}]}' },
    ]) {
      const { verdict } = await judge({ text: asking }, { total: 500 }, given, given);
      expect(verdict.verdict).toBe('needs_model');
    }
  });

  it('leaves what is unknown to the English beside it, in one call with its questions', async () => {
    const english = 'Only large orders of angry customers';
    const unknown = { sum: 500 };
    const { verdict, prompts } = await judge({ text: asking, english }, unknown, answer('yes', 'yes'));
    expect(verdict).toMatchObject({ verdict: 'run', modelCalls: 1 });
    expect(verdict.evidence).toContain('total is missing');
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain(english);
    const denied = await judge({ text: 'body.total > 100', english }, unknown, answer('no'));
    expect(denied.verdict.verdict).toBe('skip');
    const unsure = await judge({ text: 'body.total > 100', english }, unknown, answer('unsure'));
    expect(unsure.verdict.verdict).toBe('needs_model');
  });

  it('without English asks nothing that is no question of its own', async () => {
    const { verdict, prompts } = await judge({ text: 'body.total > 100' }, { sum: 500 });
    expect(verdict).toMatchObject({ verdict: 'needs_model', modelCalls: 0 });
    expect(prompts).toEqual([]);
  });
});
