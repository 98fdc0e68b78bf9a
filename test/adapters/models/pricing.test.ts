import { describe, expect, it } from 'vitest';

import { noUsage } from '#domain/no-usage.ts';
import { addMoney } from '#domain/cost.ts';
import { createPricing, isSameModel, type OperatorPrice } from '#models/pricing.ts';
import { providers } from '#models/providers.ts';
import { readFromRoot } from '#test/support/root.ts';

const usage = { ...noUsage, inputTokens: 1_000, outputTokens: 100 };
const manifest = JSON.parse(readFromRoot('package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const priceTable = `genai-prices ${manifest.dependencies['@pydantic/genai-prices']}`;
const price = undefined;
const costOf = (provider: string | null, modelId: string) =>
  createPricing({ provider, modelId, price })(usage);

type PricedProvider = Exclude<(typeof providers)[number], { isSelfHosted: true }>;
type Amount = readonly [modelId: string, amountMicros: number];

/** By provider, models with the micro-dollars of `usage`. */
const amounts: Readonly<Record<PricedProvider['id'], readonly [Amount, ...Amount[]]>> = {
  anthropic: [
    ['claude-sonnet-4-5', 4_500],
    ['claude-sonnet-4-5-20250929', 4_500],
  ],
  openai: [
    ['gpt-5-mini', 450],
    ['gpt-5-mini-2025-08-07', 450],
  ],
  google: [['gemini-2.5-flash', 550]],
};
const pricedCalls = providers
  .filter((provider) => !provider.isSelfHosted)
  .flatMap(({ id }) => amounts[id].map(([modelId, amountMicros]) => [id, modelId, amountMicros] as const));

describe('the cost of a call', () => {
  it.each(pricedCalls)(
    'is known for %s/%s, in whole micro-dollars, with the installed table it came from',
    (provider, modelId, amountMicros) => {
      expect(costOf(provider, modelId)).toEqual({
        state: 'known',
        amountMicros,
        currency: 'USD',
        priceTable,
      });
    },
  );

  it('is estimated when the table only has a model of a like name', () => {
    expect(costOf('anthropic', 'claude-sonnet-5-5')).toMatchObject({ state: 'estimated' });
  });

  it.each([
    ['a model that the table does not have', 'openai', 'gpt-99-unheard-of'],
    ['a server of its own, even for a known name', null, 'gpt-5-mini'],
  ])('is unknown, never 0, for %s', (_, provider, modelId) => {
    expect(costOf(provider, modelId)).toEqual({
      state: 'unknown',
      amountMicros: null,
      currency: 'USD',
      priceTable: null,
    });
  });

  it('is unknown when the provider did not count', () => {
    const silent = { ...usage, inputTokens: 0, isReported: false };
    expect(createPricing({ provider: 'openai', modelId: 'gpt-5-mini', price })(silent)).toMatchObject({
      state: 'unknown',
      amountMicros: null,
    });
  });

  it('is unknown where the product is beyond whole numbers', () => {
    const beyond = { inputPerMillion: 1e300, outputPerMillion: 1e300 };
    expect(createPricing({ provider: null, modelId: 'm', price: beyond })(usage)).toMatchObject({
      state: 'unknown',
      amountMicros: null,
    });
  });

  it('counts cached input at its own price', () => {
    const cached = { ...usage, cacheReadTokens: 900 };
    const { amountMicros } = createPricing({ provider: 'openai', modelId: 'gpt-5-mini', price })(cached);
    expect(amountMicros).toBeLessThan(450);
    expect(amountMicros).toBeGreaterThan(0);
  });

  it('is an estimate where the table has no price of cached input', () => {
    const cached = { ...usage, cacheReadTokens: 900 };
    const costOfGpt4 = createPricing({ provider: 'openai', modelId: 'gpt-4', price });
    expect(costOfGpt4(usage)).toMatchObject({ state: 'known', amountMicros: 36_000 });
    expect(costOfGpt4(cached)).toMatchObject({ state: 'estimated', amountMicros: 36_000 });
  });

  describe('by the price of the operator', () => {
    const perMillion = { inputPerMillion: 3, outputPerMillion: 15 };
    const byOperator = (given: OperatorPrice) =>
      createPricing({ provider: null, modelId: 'm', price: given })({ ...usage, cacheReadTokens: 1_000 });

    it('counts cached input at its own price', () => {
      const known = { state: 'known', amountMicros: 1_800, currency: 'USD', priceTable: 'operator' };
      expect(byOperator({ ...perMillion, cachedPerMillion: 0.3 })).toEqual(known);
      expect(byOperator({ ...perMillion, cachedPerMillion: 0 })).toEqual({ ...known, amountMicros: 1_500 });
    });

    it('is an estimate where the price of cached input is not told, and no less than is owed', () => {
      expect(byOperator(perMillion)).toMatchObject({ state: 'estimated', amountMicros: 4_500 });
    });

    it('is an estimate where something was written to a cache', () => {
      const written = { ...usage, cacheWriteTokens: 10 };
      const given = { ...perMillion, cachedPerMillion: 0.3 };
      expect(createPricing({ provider: null, modelId: 'm', price: given })(written).state).toBe('estimated');
    });
  });
});

describe('the same model', () => {
  it.each([
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5', true],
    ['claude-3-5-haiku', 'claude-3-5-haiku-latest', true],
    ['gpt-5-mini-2025-08-07', 'gpt-5-mini', true],
    ['claude-sonnet-5-5', 'claude-sonnet-5', false],
    ['gpt-5-mini', 'gpt-5', false],
  ])('%s and %s: %s', (requested, matched, same) => expect(isSameModel(requested, matched)).toBe(same));
});

describe('two costs together', () => {
  const known = { state: 'known', amountMicros: 5, currency: 'USD', priceTable: 't' } as const;
  const none = { state: 'none', amountMicros: null, currency: 'USD', priceTable: null } as const;
  const unknown = { ...none, state: 'unknown' } as const;
  it('are known when both are', () =>
    expect(addMoney(known, known)).toMatchObject({ state: 'known', amountMicros: 10 }));
  it('are what the one is when the other is nothing', () =>
    expect(addMoney(none, known)).toEqual({
      state: 'known',
      amountMicros: known.amountMicros,
      currency: 'USD',
    }));
  it('are unknown when one is', () =>
    expect(addMoney(known, unknown)).toMatchObject({ state: 'unknown', amountMicros: null }));
});
