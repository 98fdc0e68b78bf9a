/** The limits of one run, or of the answer to one message of a chat. */
export interface BudgetLimits {
  readonly steps: number;
  readonly requests: number;
  readonly tokens: number;
  /** null: no limit in money; the tokens count all the same. */
  readonly amountMicros: number | null;
  readonly wallClockMs: number;
}

export interface BudgetSpend {
  readonly steps: number;
  readonly requests: number;
  readonly tokens: number;
  /** The known part of the cost. */
  readonly amountMicros: number;
  readonly elapsedMs: number;
}

/** The usage that is planned; a missing member is 0. */
export type BudgetPlan = Partial<BudgetSpend>;

const minuteMs = 60_000;
const microsPerDollar = 1_000_000;

/** Applies where the operator sets nothing, and to runs that began before there were settings. */
export const defaultBudget: BudgetLimits = {
  steps: 8,
  requests: 5,
  tokens: 100_000,
  amountMicros: null,
  wallClockMs: 30 * minuteMs,
};

export const nothingSpent: BudgetSpend = {
  steps: 0,
  requests: 0,
  tokens: 0,
  amountMicros: 0,
  elapsedMs: 0,
};

/** The settings of a run's budget, by the names of their variables. */
interface BudgetSettings {
  readonly RUN_MAX_STEPS: number;
  readonly RUN_MAX_REQUESTS: number;
  readonly RUN_MAX_TOKENS: number;
  readonly RUN_MAX_COST_USD?: number | undefined;
  readonly RUN_MAX_MINUTES: number;
}

export function budgetOf(settings: BudgetSettings): BudgetLimits {
  const amount = settings.RUN_MAX_COST_USD;
  return {
    steps: settings.RUN_MAX_STEPS,
    requests: settings.RUN_MAX_REQUESTS,
    tokens: settings.RUN_MAX_TOKENS,
    amountMicros: amount === undefined ? null : Math.round(amount * microsPerDollar),
    wallClockMs: settings.RUN_MAX_MINUTES * minuteMs,
  };
}

const counted = (value: number, unit: string): string =>
  `${value.toLocaleString('en-US')} ${unit}${value === 1 ? '' : 's'}`;

const dollars = (micros: number): string =>
  `$${(micros / microsPerDollar).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;

const rows: readonly {
  readonly used: keyof BudgetSpend;
  readonly limit: keyof BudgetLimits;
  readonly setting: keyof BudgetSettings;
  readonly say: (limit: number) => string;
}[] = [
  { used: 'steps', limit: 'steps', setting: 'RUN_MAX_STEPS', say: (max) => counted(max, 'model turn') },
  { used: 'requests', limit: 'requests', setting: 'RUN_MAX_REQUESTS', say: (max) => counted(max, 'request') },
  { used: 'tokens', limit: 'tokens', setting: 'RUN_MAX_TOKENS', say: (max) => counted(max, 'token') },
  { used: 'amountMicros', limit: 'amountMicros', setting: 'RUN_MAX_COST_USD', say: dollars },
  {
    used: 'elapsedMs',
    limit: 'wallClockMs',
    setting: 'RUN_MAX_MINUTES',
    say: (max) => counted(Math.round(max / minuteMs), 'minute'),
  },
];

/** The first limit that is exceeded, or would be by what is planned, as a sentence for the owner; null while all fits. */
export function exceededBudget(
  limits: BudgetLimits,
  spend: BudgetSpend,
  planned: BudgetPlan = {},
): string | null {
  for (const { used, limit, setting, say } of rows) {
    const max = limits[limit];
    if (max !== null && spend[used] + (planned[used] ?? 0) > max)
      return `The run was stopped: it needed more than ${say(max)}, the limit of one run (${setting}).`;
  }
  return null;
}

/** The sentence for a run whose model asks for more requests than it may send. */
export const beyondRequests = (limits: BudgetLimits): string | null =>
  exceededBudget(limits, { ...nothingSpent, requests: limits.requests + 1 });

/**
 * The limit that a model turn of at most this size might exceed, as a sentence for the owner; null where it fits. The
 * turn is not taken then: what it costs is known only afterwards.
 */
export function turnBeyondBudget(
  limits: BudgetLimits,
  spend: BudgetSpend,
  turn: Required<Pick<BudgetPlan, 'tokens' | 'amountMicros'>>,
): string | null {
  for (const { used, limit, setting, say } of rows) {
    if (used !== 'tokens' && used !== 'amountMicros') continue;
    const max = limits[limit];
    if (max !== null && spend[used] + turn[used] > max)
      return `The run was stopped: its next model turn could have needed more than what is left of ${say(max)}, the limit of one run (${setting}).`;
  }
  return null;
}

const spans = {
  day: 'the budget of the automation for the day',
  month: 'the budget of the automation for the month',
  workspace: 'the budget of the workspace for the month',
} as const;
/** The budgets that several runs share. */
export type BudgetSpan = keyof typeof spans;

/** The sentence for a call of a model that might exceed a budget which several runs share. */
export function beyondSpan(span: BudgetSpan, part: 'tokens' | 'amountMicros', max: number): string {
  const limit = part === 'tokens' ? counted(max, 'token') : dollars(max);
  return `The run was stopped: its next model call could have needed more than what is left of ${limit}, ${spans[span]}.`;
}

export const unpricedIn = (span: BudgetSpan, model: string): string =>
  `The run was stopped: the price of ${model} is not known, and ${spans[span]} is in money.`;

export const heldIn = (span: BudgetSpan): string =>
  `Other calls hold what is left of ${spans[span]}. The model is asked when they are over.`;
