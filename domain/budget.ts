/** What one run may use. */
export interface BudgetLimits {
  readonly steps: number;
  readonly requests: number;
  readonly tokens: number;
  /** null: no limit in money; the tokens count all the same. */
  readonly amountMicros: number | null;
  readonly wallClockMs: number;
}

/** What it has used so far. */
export interface BudgetSpend {
  readonly steps: number;
  readonly requests: number;
  readonly tokens: number;
  /** The known part of the cost; an unknown part does not make it less. */
  readonly amountMicros: number;
  readonly elapsedMs: number;
}

/** What is about to be used; whatever is left out is 0. */
export type BudgetPlan = Partial<BudgetSpend>;

/** Tokens that one answer of a model may have. */
export const outputTokensPerTurnMax = 4_096;

export const defaultBudget: BudgetLimits = {
  steps: 8,
  requests: 5,
  tokens: 100_000,
  amountMicros: null,
  wallClockMs: 30 * 60_000,
};

const count = (value: number): string => value.toLocaleString('en-US');
const dollars = (micros: number): string => `$${(micros / 1_000_000).toFixed(2)}`;
const minutes = (milliseconds: number): string => `${count(Math.round(milliseconds / 60_000))} minutes`;

const rows: readonly {
  readonly used: keyof BudgetSpend;
  readonly limit: keyof BudgetLimits;
  readonly sentence: (limit: number) => string;
}[] = [
  { used: 'steps', limit: 'steps', sentence: (limit) => `more than ${count(limit)} model turns` },
  { used: 'requests', limit: 'requests', sentence: (limit) => `more than ${count(limit)} requests` },
  { used: 'tokens', limit: 'tokens', sentence: (limit) => `more than ${count(limit)} tokens` },
  { used: 'amountMicros', limit: 'amountMicros', sentence: (limit) => `more than ${dollars(limit)}` },
  { used: 'elapsedMs', limit: 'wallClockMs', sentence: (limit) => `more than ${minutes(limit)}` },
];

/** The first limit that would be exceeded, as a sentence for the owner; null while everything fits. */
export function exceededBudget(
  limits: BudgetLimits,
  spend: BudgetSpend,
  planned: BudgetPlan = {},
): string | null {
  for (const { used, limit, sentence } of rows) {
    const max = limits[limit];
    if (max !== null && spend[used] + (planned[used] ?? 0) > max)
      return `The run was stopped: it needed ${sentence(max)}.`;
  }
  return null;
}

/** Tokens that a turn may cost at most: a token is at least three characters of most texts. */
export const tokensOfTurn = (promptChars: number, maxOutputTokens: number): number =>
  Math.ceil(promptChars / 3) + maxOutputTokens;
