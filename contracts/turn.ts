/** What the agent's mind works on and what it used, apart from what it can do. */

/** The delivery as the agent reads it. */
export interface TurnDelivery {
  readonly contentType: string | null;
  /** As they arrived; credentials, cookies and signatures are dropped again before a prompt is made. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded of its Content-Encoding, otherwise byte for byte. */
  readonly body: Uint8Array;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly eventId: string;
  readonly reference: string | null;
  readonly referenceUrl: string | null;
}

export interface TurnUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** False when the provider did not say: the numbers are then 0, or a lower bound, and the cost is unknown. */
  readonly isReported: boolean;
}

export interface TurnCost {
  readonly state: 'known' | 'estimated' | 'unknown' | 'none';
  /** Millionths of the currency; null where the state is `unknown` or `none`. */
  readonly amountMicros: number | null;
  readonly currency: 'USD';
  /** Of several calls: the known part, where the state is `unknown` and something is known. */
  readonly atLeastMicros?: number;
  /** Version of the price table that made the amount. */
  readonly priceTable: string | null;
}

/** The most that a turn can use, known before it is taken. */
export interface MaxUsage {
  readonly tokens: number;
  /** null: the price is not known. */
  readonly amountMicros: number | null;
}

export interface FilterInput {
  readonly filter: string;
  readonly delivery: TurnDelivery;
  readonly nonce: string;
  /** `compiled` of an earlier verdict on the same filter text; null to start afresh. Another model's is not used. */
  readonly compiled: unknown;
  readonly signal?: AbortSignal;
}

export interface FilterVerdict {
  readonly verdict: 'run' | 'skip' | 'needs_model';
  /** One sentence for people. */
  readonly reason: string;
  /** Such as `status was "pending"; needed "paid"`. */
  readonly evidence: string;
  /** How the filter was understood, in plain English; null when it was not. */
  readonly plain: string | null;
  /** The model was not sure; the run goes ahead, flagged. */
  readonly isUnsure: boolean;
  /** To be kept with the automation's revision and given back next time; plain JSON. Null: nothing to keep. */
  readonly compiled: unknown;
  readonly usage: TurnUsage;
  readonly cost: TurnCost;
  readonly model: string;
}

/** Why a model gave no answer. What is thrown is `ModelFailure` of domain/model-failure.ts, with this in `failure`. */
export type ModelFailureKind =
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null }
  | { readonly kind: 'auth' | 'bad-request' | 'unavailable' | 'bad-answer' };
