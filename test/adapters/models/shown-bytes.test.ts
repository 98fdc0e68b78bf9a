import { expect, test } from 'vitest';

import { defaultBudget } from '#domain/budget.ts';
import { shownBytesMax } from '#models/shown-bytes.ts';

test.each([
  ['anthropic/claude-sonnet-4-5', 1_000_000, 65_536],
  ['openai/gpt-5', defaultBudget.tokens, 50_000],
  ['google/gemini-3-pro', 12_000, 6_000],
  ['openai-compatible/qwen3:8b', defaultBudget.tokens, 16_384],
])('%s in a run of %i tokens is shown %i bytes of a body', (model, tokens, bytes) => {
  expect(shownBytesMax(model, tokens)).toBe(bytes);
});
