import { calcPrice } from '@pydantic/genai-prices';

import type { TurnCost, TurnUsage } from '../contracts/turn.ts';

/** In US dollars per million tokens. */
export interface OperatorPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

interface Priced {
  /** The provider whose price list applies; null for a proxy or local server, where a matching name proves nothing. */
  readonly provider: string | null;
  readonly modelId: string;
  readonly price: OperatorPrice | undefined;
}

/** Stored with every amount, so that past costs do not change when prices do. */
const tableVersion = 'genai-prices 0.1.8';

const unknown: TurnCost = { state: 'unknown', amountMicros: null, currency: 'USD', priceTable: null };

/** The cost of calls to one model, in whole micro-dollars, rounded up. Unknown costs are never 0. */
export function createPricing({ provider, modelId, price }: Priced): (usage: TurnUsage) => TurnCost {
  return (usage) => {
    if (!usage.isReported) return unknown;
    if (price !== undefined) return byOperator(usage, price);
    return provider === null ? unknown : byTable(usage, provider, modelId);
  };
}

function byOperator(usage: TurnUsage, { inputPerMillion, outputPerMillion }: OperatorPrice): TurnCost {
  const amountMicros = Math.ceil(usage.inputTokens * inputPerMillion + usage.outputTokens * outputPerMillion);
  return countable({ state: 'known', amountMicros, currency: 'USD', priceTable: 'operator' });
}

/** An amount that is no whole number, or more than one can count exactly, is not known. */
const countable = (cost: TurnCost): TurnCost =>
  Number.isSafeInteger(cost.amountMicros) && Number(cost.amountMicros) >= 0 ? cost : unknown;

function byTable(usage: TurnUsage, provider: string, modelId: string): TurnCost {
  const found = calcPrice(
    {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cache_read_tokens: usage.cacheReadTokens,
      cache_write_tokens: usage.cacheWriteTokens,
    },
    modelId,
    { providerId: provider },
  );
  if (found === null) return unknown;
  // The table matches by prefix, so a newer model may get the price of an older one with a similar name.
  const state = isSameModel(modelId, found.model.id) ? 'known' : 'estimated';
  // Floating-point error can push the product slightly above a whole number; do not round that up.
  const amountMicros = Math.ceil(Number((found.total_price * 1_000_000).toFixed(6)));
  return countable({ state, amountMicros, currency: 'USD', priceTable: tableVersion });
}

/** Whether the names are equal except for a date or "latest" at the end. */
export function isSameModel(requested: string, matched: string): boolean {
  const base = (id: string): string => id.toLowerCase().replace(/-(?:latest|\d{8}|\d{4}-\d{2}-\d{2})$/, '');
  return base(requested) === base(matched);
}
