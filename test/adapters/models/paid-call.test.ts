import { expect, test } from 'vitest';

import type { BudgetAmount, MaxUsage, TurnUsage } from '#contracts/turn.ts';
import { ModelFailure } from '#domain/model-failure.ts';
import { noUsage } from '#domain/no-usage.ts';
import { paidCall } from '#models/paid-call.ts';
import { createPricing } from '#models/pricing.ts';

const costOf = createPricing({
  provider: null,
  modelId: 'm',
  price: { inputPerMillion: 1, outputPerMillion: 10 },
});
const reported = (inputTokens: number, outputTokens: number): TurnUsage => ({
  ...noUsage,
  inputTokens,
  outputTokens,
});

/** A call with a prompt of 900 tokens and at most 1,000 of an answer, for which so much is left. */
async function pay(
  answer: { readonly usage: TurnUsage; readonly bytes: number } | Error,
  left: Partial<BudgetAmount> = {},
) {
  const taken: MaxUsage[] = [];
  const paid: BudgetAmount[] = [];
  const asked: (number | undefined)[] = [];
  const purse = {
    take: (most: MaxUsage) => {
      const isOver =
        most.inputTokens + most.outputTokens > (left.tokens ?? Infinity) ||
        Number(most.amountMicros) > (left.amountMicros ?? Infinity);
      if (isOver) return Promise.reject(new ModelFailure({ kind: 'budget', reason: 'It is used up.', left }));
      taken.push(most);
      return Promise.resolve((used: BudgetAmount) => Promise.resolve(void paid.push(used)));
    },
  };
  const measure = () => (outputTokensLeft?: number) => {
    const [inputTokens, outputTokens] = [900, Math.min(outputTokensLeft ?? 1_000, 1_000)];
    const { amountMicros } = costOf(reported(inputTokens, outputTokens));
    return { inputTokens, outputTokens, amountMicros };
  };
  const call = (outputTokensLeft?: number) => {
    asked.push(outputTokensLeft);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const result = await paidCall({ id: 'openai/m', purse, costOf }, measure, call, (given) => given).catch(
    (error: unknown) => error,
  );
  return { taken, paid, asked, result };
}

const most = { tokens: 1_900, amountMicros: 10_900 };

test.each<[string, { usage: TurnUsage; bytes: number }, BudgetAmount]>([
  ['what was used', { usage: reported(800, 50), bytes: 200 }, { tokens: 850, amountMicros: 1_300 }],
  ['the most, where nothing is told', { usage: { ...noUsage, isReported: false }, bytes: 4 }, most],
  [
    'the most, for a prompt that has more tokens than were told',
    { usage: reported(100, 50), bytes: 200 },
    most,
  ],
  [
    'the most, for an answer that has more tokens than were told',
    { usage: reported(800, 10), bytes: 200 },
    most,
  ],
  [
    'more than the most, where that is told',
    { usage: reported(2_000, 2_000), bytes: 4 },
    { tokens: 4_000, amountMicros: 22_000 },
  ],
])('a call pays %s', async (_, answer, expected) => {
  const { paid, asked } = await pay(answer);
  expect([paid, asked]).toEqual([[expected], [undefined]]);
});

test.each<[string, Error, BudgetAmount]>([
  [
    'a call that the provider refuses',
    new ModelFailure({ kind: 'rate-limited', retryAfterMs: null }),
    { tokens: 0, amountMicros: 0 },
  ],
  ['a call whose answer is lost', new ModelFailure({ kind: 'unavailable', isAnswerLost: true }), most],
  ['a call that is cut short', new Error('aborted'), most],
  [
    'an answer that cannot be read',
    new ModelFailure({ kind: 'bad-answer' }, null, reported(800, 50)),
    { tokens: 850, amountMicros: 1_300 },
  ],
])('%s is paid as it may be billed', async (_, failure, expected) => {
  const { paid, result } = await pay(failure);
  expect([paid, result]).toEqual([[expected], failure]);
});

test('an answer is shorter where a shorter one fits, and is not asked for below a quarter', async () => {
  const answer = { usage: reported(800, 50), bytes: 200 };
  const shorter = await pay(answer, { tokens: 1_700, amountMicros: 5_900 });
  expect(shorter.asked).toEqual([500]);
  expect(shorter.taken).toEqual([{ inputTokens: 900, outputTokens: 500, amountMicros: 5_900 }]);
  const tooShort = await pay(answer, { tokens: 1_149 });
  expect([tooShort.asked, tooShort.result]).toMatchObject([[], { failure: { kind: 'budget' } }]);
});
