import { loadModelTools } from '@reveille/tools';
import { describe, expect, it } from 'vitest';
import { ModelFailure } from '#domain/model-failure.ts';
import { withinBudget } from '#models/within-budget.ts';

const { createModelTools } = await loadModelTools();
const text = 'The parcel arrived broken.';

/** A model that gives these answers one after the other; what it was asked is kept. */
function answering(answers: readonly (string | Error)[]) {
  const asked: object[] = [];
  const generate = async (request: object) => {
    asked.push(request);
    const answer = answers[asked.length - 1] ?? new Error('asked too often');
    if (answer instanceof Error) throw answer;
    return { text: answer };
  };
  return { generate, asked };
}

describe('a budget of calls', () => {
  function budgeted(left: number, answers: readonly (string | Error)[]) {
    let calls = left;
    const { generate, asked } = answering(answers);
    const budget = {
      take: async () => (calls > 0 ? ((calls -= 1), 'today') : null),
      giveBack: async () => void (calls += 1),
    };
    const tools = createModelTools({ generate: withinBudget(budget, generate) });
    return { ...tools, asked, left: () => calls };
  }

  it('counts every call, and lets none through when it is used up', async () => {
    const { invoke, asked } = budgeted(1, ['Broken.', 'Broken.']);
    expect(await invoke('summarize-text', { text })).toBe('Broken.');
    await expect(invoke('summarize-text', { text })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'The model calls of this day are used up.',
      hint: expect.stringMatching(/^Try again after midnight UTC, or use truncate-text/),
    });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['the provider refused', new ModelFailure({ kind: 'rate-limited', retryAfterMs: null }), 5],
    ['cannot be read', new ModelFailure({ kind: 'bad-answer' }), 4],
  ])('gets a call back only where nothing was written: %s', async (_, failure, left) => {
    const tools = budgeted(5, [failure]);
    await expect(tools.invoke('summarize-text', { text })).rejects.toThrow('The model gave no usable answer');
    expect(tools.left()).toBe(left);
  });

  it('that cannot be counted lets no call through', async () => {
    const { generate, asked } = answering(['Broken.']);
    const budget = { take: () => Promise.reject(new Error('away')), giveBack: async () => {} };
    const { invoke } = createModelTools({ generate: withinBudget(budget, generate) });
    await expect(invoke('summarize-text', { text })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(asked).toEqual([]);
  });
});
