import { calcPrice, type ModelPrice } from '@pydantic/genai-prices';

import type { TurnCost, TurnUsage } from '#contracts/turn.ts';

/** In US dollars per million tokens. */
export interface OperatorPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  /** The price of input that was read from a cache. Absent: not known. */
  readonly cachedPerMillion?: number;
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

/** Tokens whose price the operator does not tell count as any input: cached ones cost less, those written to a cache more. */
function byOperator(usage: TurnUsage, price: OperatorPrice): TurnCost {
  const { inputPerMillion, outputPerMillion, cachedPerMillion } = price;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  const isKnown = cacheWriteTokens === 0 && (cacheReadTokens === 0 || cachedPerMillion !== undefined);
  const amountMicros = roundUp(
    (inputTokens - cacheReadTokens) * inputPerMillion +
      cacheReadTokens * (cachedPerMillion ?? inputPerMillion) +
      outputTokens * outputPerMillion,
  );
  const state = isKnown ? 'known' : 'estimated';
  return countable({ state, amountMicros, currency: 'USD', priceTable: 'operator' });
}

/** Floating-point error can push a product slightly above a whole number; that is not rounded up. */
const roundUp = (micros: number): number => Math.ceil(Number(micros.toFixed(6)));

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
  const isListed = isSameModel(modelId, found.model.id) && hasPricesOfCache(found.model_price, usage);
  const state = isListed ? 'known' : 'estimated';
  const amountMicros = roundUp(found.total_price * 1_000_000);
  return countable({ state, amountMicros, currency: 'USD', priceTable: tableVersion });
}

/** Without a price of its own, cached input counts as any other. */
const hasPricesOfCache = (price: ModelPrice, { cacheReadTokens, cacheWriteTokens }: TurnUsage): boolean =>
  (cacheReadTokens === 0 || price.cache_read_mtok !== undefined) &&
  (cacheWriteTokens === 0 || price.cache_write_mtok !== undefined);

/** Whether the names are equal except for a date or "latest" at the end. */
export function isSameModel(requested: string, matched: string): boolean {
  const base = (id: string): string => id.toLowerCase().replace(/-(?:latest|\d{8}|\d{4}-\d{2}-\d{2})$/, '');
  return base(requested) === base(matched);
}
