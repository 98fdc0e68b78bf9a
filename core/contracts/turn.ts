import type { Clock } from './clock.ts';
import type { ConditionSource } from './condition.ts';

/** Input and usage of a turn; calls and results are in core/capabilities/. */

/** The delivery as the agent reads it. */
export interface TurnDelivery {
  readonly contentType: string | null;
  /** As received; credentials, cookies and signatures are removed before a prompt is built. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes after Content-Encoding is removed. */
  readonly body: Uint8Array;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly eventId: string;
  readonly reference: string | null;
  readonly referenceUrl: string | null;
  /** The sender of the automation then; `generic` where it has none. */
  readonly sender: string;
  /** The event, in the word of the sender; null where it does not say. */
  readonly eventName: string | null;
}

export interface TurnUsage {
  /** Includes cached tokens. */
  readonly inputTokens: number;
  /** Includes reasoning. */
  readonly outputTokens: number;
  /** The part of the output that is reasoning; 0 where the provider does not say. */
  readonly reasoningTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** False if the provider reported no usage: the numbers are 0 or a lower bound, and the cost is unknown. */
  readonly isReported: boolean;
}

export interface TurnCost {
  readonly state: 'known' | 'estimated' | 'unknown' | 'none';
  /** Millionths of the currency; null where the state is `unknown` or `none`. */
  readonly amountMicros: number | null;
  readonly currency: 'USD';
  /** For sums over several calls: the known part when the state is `unknown`. */
  readonly atLeastMicros?: number;
  /** Version of the price table used for the amount. */
  readonly priceTable: string | null;
}

/** Upper bound on the usage of a turn, known in advance. */
export interface MaxUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** null: the price is not known. */
  readonly amountMicros: number | null;
}

/** The budgets from which a call of a model is paid. */
export interface Purse {
  /**
   * Takes the most that a call may use. The function that it returns pays what was used, once, and gives back the rest. Throws
   * ModelFailure of kind `budget`.
   */
  readonly take: (most: MaxUsage, model: string) => Promise<(used: BudgetAmount) => Promise<void>>;
}

export interface BudgetAmount {
  readonly tokens: number;
  readonly amountMicros: number;
}

/** The usage of one call of a model. */
export interface SpentOnCall {
  readonly usage: TurnUsage;
  readonly cost: TurnCost;
}

export interface FilterInput {
  /** The text that the record shows: the English, or the condition where there is none. */
  readonly filter: string;
  /** Decides before the English does; null where there is none. */
  readonly condition: (ConditionSource & { readonly english: string | null }) | null;
  readonly clock: Clock;
  readonly delivery: TurnDelivery;
  readonly nonce: string;
  readonly signal?: AbortSignal;
  /** Absent: no budget holds for it. */
  readonly purse?: Purse;
}

export interface FilterVerdict {
  readonly verdict: 'run' | 'skip' | 'needs_model';
  /** One sentence for people. */
  readonly reason: string;
  /** Such as `status was "pending"; needed "paid"`. */
  readonly evidence: string;
  /** The filter as it was understood, in plain English; null if it was not. */
  readonly plain: string | null;
  /** How often a model was asked: at most once. */
  readonly modelCalls: number;
  readonly usage: TurnUsage;
  readonly cost: TurnCost;
  readonly model: string;
}

/** Why a model call failed; the `failure` of `ModelFailure` in core/domain/model-failure.ts. */
export type ModelFailureKind =
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null }
  /** `isAnswerLost`: a part of an answer came, which may be billed. */
  | { readonly kind: 'unavailable'; readonly retryAfterMs?: number; readonly isAnswerLost?: true }
  /** `quota`: nothing is answered until somebody pays. `cut-prompt`: answered without a part of the prompt. */
  | { readonly kind: 'auth' | 'quota' | 'bad-request' | 'bad-answer' | 'cut-prompt' }
  /** It was not asked. */
  | BudgetFailure;

interface BudgetFailure {
  readonly kind: 'budget';
  /** A sentence for the owner. */
  readonly reason: string;
  /** Null: other calls hold what is left, and may give it back. Absent members have no limit. */
  readonly left: Partial<BudgetAmount> | null;
}

/** The provider's message about it, fit for logs and owners: without keys and without the prompt. */
export interface ProviderError {
  /** Null where no answer came. */
  readonly status: number | null;
  /** Its word for the kind of error, such as `model_not_found`. */
  readonly type: string | null;
  /** At most 200 characters; may be empty. */
  readonly message: string;
}
