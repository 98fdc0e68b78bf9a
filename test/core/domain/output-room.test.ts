import { describe, expect, it } from 'vitest';

import { defaultBudget } from '#domain/budget.ts';
import { outputRoom } from '#domain/output-room.ts';

const limits = { ...defaultBudget, tokens: 10_000, amountMicros: 50_000 };
const prompt = { inputTokens: 2_000, outputTokens: 0, amountMicros: 2_000 };
const largest = { inputTokens: 2_000, outputTokens: 4_000, amountMicros: 42_000 };

describe('the room for an answer', () => {
  it('is what the tokens leave beside the prompt', () => {
    const spent = { tokens: 5_000, amountMicros: 0 };
    expect(outputRoom({ ...limits, amountMicros: null }, spent, { prompt, largest })).toBe(3_000);
  });

  it('is what the money leaves beside the prompt, where that is less', () => {
    const spent = { tokens: 0, amountMicros: 28_000 };
    expect(outputRoom(limits, spent, { prompt, largest })).toBe(2_000);
  });

  it('is limited by the tokens alone without a price', () => {
    const [free, alsoFree] = [prompt, largest].map((usage) => ({ ...usage, amountMicros: null }));
    const spent = { tokens: 0, amountMicros: 50_000 };
    expect(outputRoom(limits, spent, { prompt: free!, largest: alsoFree! })).toBe(8_000);
  });

  it('is negative where the prompt does not fit', () => {
    const spent = { tokens: 9_000, amountMicros: 0 };
    expect(outputRoom(limits, spent, { prompt, largest })).toBeLessThan(0);
  });
});
