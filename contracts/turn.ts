/** What one turn of the agent takes and gives. Types only: workflows import this file. */

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

export interface TurnInput {
  /** The owner's text as it stood at acceptance; in a chat the message that the prompt begins with. */
  readonly instructions: string;
  readonly automationName: string;
  /** null in a chat. */
  readonly delivery: TurnDelivery | null;
  /** Where the agent may go, and the name of the header that is attached there. Names only. */
  readonly access: readonly { readonly domain: string; readonly headerName: string | null }[];
  /** Drawn once per run, at least 16 characters of [A-Za-z0-9]: it marks data from outside in the prompt. */
  readonly nonce: string;
  /**
   * Everything that followed the opening, in order and verbatim: the `messages` of earlier turns and what
   * `toolResult` made of each call; in a chat, the earlier exchanges before them. The opening (instructions, delivery) is made from the
   * fields above on every turn, byte for byte the same.
   */
  readonly messages: readonly unknown[];
  /** What became of the calls of the run so far, in their order: for a mind that reads no prompt. */
  readonly results: readonly ToolResult[];
  readonly limits: {
    readonly maxOutputTokens: number;
    /** Requests that the run may still send; an offline plan that needs more sends none. */
    readonly maxRequests: number;
  };
  readonly signal?: AbortSignal;
}

interface Call {
  readonly callId: string;
}
export interface HttpRequestCall extends Call {
  readonly name: 'http_request';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
/** A page of the delivery's body: `pointer` is a JSON pointer into it, `offset` and `limit` count characters. */
export interface ReadDeliveryCall extends Call {
  readonly name: 'read_delivery';
  readonly pointer?: string;
  readonly offset?: number;
  readonly limit?: number;
}
/** A page of an earlier answer: `requestCallId` is the call id of the request that got it. */
export interface ReadResponseCall extends Call {
  readonly name: 'read_response';
  readonly requestCallId: string;
  readonly offset: number;
  readonly limit: number;
}
/** What the workflow has to carry out. `finish` never gets here: a turn makes it the `answer`. */
export type ToolCall = HttpRequestCall | ReadDeliveryCall | ReadResponseCall;

/** What became of a call, for `toolResult`. */
export type ToolResult =
  /** The target answered, whatever the status. `body`: text, redacted, at most 64 KiB. */
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly truncated: boolean;
      /** What the service itself says about the answer: names of headers left out, usual reasons of a 401. */
      readonly notes?: readonly string[];
    }
  /** Nothing was sent: not allowed, malformed, or a budget is used up. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Allowed, but not delivered: DNS, connect, time, size. */
  | { readonly kind: 'failed'; readonly message: string }
  /** What `readDelivery` and `readResponse` of domain/read-page.ts gave. */
  | { readonly kind: 'page'; readonly page: TextPage };

/** A piece of a longer text; offsets count characters. `nextOffset` is null at the end. */
export interface TextPage {
  readonly text: string;
  readonly offset: number;
  readonly totalChars: number;
  readonly nextOffset: number | null;
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
export interface TurnAtMost {
  readonly tokens: number;
  /** null: the price is not known. */
  readonly amountMicros: number | null;
}

export interface TurnOutput {
  /** To be appended to the history verbatim; plain JSON. Results of `calls` come after them, in the order of the calls. */
  readonly messages: readonly unknown[];
  /** To be carried out in this order. */
  readonly calls: readonly ToolCall[];
  /** The agent is done. False without calls: its calls were malformed and it was told so; take another turn. */
  readonly isDone: boolean;
  /** What the agent said; set only when it is done. */
  readonly answer: string | null;
  /** Offline only: which sentences were not understood. Then it is done, and there are no calls, ever. */
  readonly needsModel: string | null;
  /** The agent is done, but not everything could be done: the first thing that failed. Null while it goes on. */
  readonly failure: string | null;
  readonly usage: TurnUsage;
  readonly cost: TurnCost;
  /** The model that answered, as `provider/model-id`. */
  readonly model: string;
  readonly finishReason: string;
  /** One readable line of at most 200 bytes, safe for a workflow history: no value of the delivery is in it. */
  readonly summary: string;
}

export interface JudgeInput {
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

/** The mind of the agent, as `createAgentModel` of models/agent-model.ts makes it. */
export interface AgentModel {
  /** `offline/rules-1` or the setting MODEL. */
  readonly id: string;
  readonly isOffline: boolean;
  /** One model call. Throws ModelFailure. */
  readonly turn: (input: TurnInput) => Promise<TurnOutput>;
  /** What `turn` could use at most. Sends nothing. Throws ModelFailure. */
  readonly atMost: (input: TurnInput) => Promise<TurnAtMost>;
  /** At most two model calls, none for a filter that the rules understand. Throws ModelFailure. */
  readonly judge: (input: JudgeInput) => Promise<FilterVerdict>;
  /** The message that tells the model what became of a call. `nonce` is the run's. */
  readonly toolResult: (call: ToolCall, result: ToolResult, nonce: string) => unknown;
}
