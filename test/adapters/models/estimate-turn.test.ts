import { describe, expect, it } from 'vitest';

import { createAgentModel } from '#models/agent-model.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { turnInputOf } from '#test/support/turn-input.ts';

const input = turnInputOf('Summarise the delivery.', { text: 'x'.repeat(12_000) });

describe('the most that a turn may use', () => {
  it('is a third of a token for each byte, until a turn was measured', async () => {
    await using server = await startModelServer([
      { text: '', usage: { prompt_tokens: 2_500, completion_tokens: 20 } },
    ]);
    const model = createAgentModel({ id: 'openai-compatible/m', baseUrl: server.baseUrl });
    const before = (await model.estimateMaxUsage(input))();
    expect(before.inputTokens).toBeGreaterThan(4_000);
    expect(before.outputTokens).toBe(4_096);
    const first = await model.turn(input);
    const later = { ...input, turns: [first], messages: first.messages };
    const after = (await model.estimateMaxUsage(later))();
    expect(after.inputTokens).toBeGreaterThan(2_500);
    expect(after.inputTokens).toBeLessThan(3_000);
    // Another model counts by itself, and a usage that is not reported measures nothing.
    for (const turn of [
      { ...first, model: 'openai/other' },
      { ...first, usage: { ...first.usage, isReported: false } },
    ])
      expect((await model.estimateMaxUsage({ ...later, turns: [turn] }))().inputTokens).toBeGreaterThan(
        before.inputTokens,
      );
  });

  it('is small for a last turn with a short prompt, whatever the run has read', async () => {
    const model = createAgentModel({ id: 'openai-compatible/m', baseUrl: 'http://127.0.0.1:1/v1' });
    const read = { role: 'user', content: 'y'.repeat(200_000) };
    const last = { reason: 'It is over.', isShort: true };
    const limits = { ...input.limits, outputTokensLeft: 1_500 };
    const shortBy = await model.estimateMaxUsage({ ...input, messages: [read], limits, last });
    const short = shortBy();
    expect(short.inputTokens).toBeLessThan(2_500);
    expect(short.outputTokens).toBe(1_500);
    const wholeBy = await model.estimateMaxUsage({
      ...input,
      messages: [read],
      last: { ...last, isShort: false },
    });
    expect(wholeBy().inputTokens).toBeGreaterThan(60_000);
  });

  it('costs as if all of the prompt were written to a cache, where its provider charges for that', async () => {
    const model = createAgentModel({ id: 'anthropic/claude-sonnet-4-5', apiKey: 'k' });
    const { inputTokens, outputTokens, amountMicros } = (await model.estimateMaxUsage(input))();
    // In US dollars per million: 3 to read, 3.75 to write to a cache, 15 for the answer.
    expect(amountMicros).toBeGreaterThanOrEqual(Math.floor(inputTokens * 3.75 + outputTokens * 15));
    expect(amountMicros).toBeLessThanOrEqual(Math.ceil(inputTokens * (3 + 3.75) + outputTokens * 15));
  });

  it('is told for any limit of the answer from one reading of the prompt', async () => {
    const model = createAgentModel({ id: 'openai-compatible/m', baseUrl: 'http://127.0.0.1:1/v1' });
    let readings = 0;
    const counted = { role: 'user', content: 'y', toJSON: () => ((readings += 1), {}) };
    const usageBy = await model.estimateMaxUsage({ ...input, messages: [counted] });
    const { inputTokens } = usageBy();
    expect([usageBy(0), usageBy(100), usageBy(1_000_000)]).toEqual([
      { inputTokens, outputTokens: 0, amountMicros: null },
      { inputTokens, outputTokens: 100, amountMicros: null },
      { inputTokens, outputTokens: 4_096, amountMicros: null },
    ]);
    expect(readings).toBe(1);
  });
});
