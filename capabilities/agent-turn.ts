import type {
  FilterVerdict,
  FilterInput,
  MaxUsage,
  TurnCost,
  TurnDelivery,
  TurnUsage,
} from '../contracts/turn.ts';
import type { CapabilityCall, CapabilityResult } from './calls.ts';

/** What one turn of the agent takes and gives. */

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
   * `resultMessage` made of each call; in a chat, the earlier exchanges before them. The opening (instructions, delivery) is made from the
   * fields above on every turn, byte for byte the same.
   */
  readonly messages: readonly unknown[];
  /** What became of the calls of the run so far, in their order: for a mind that reads no prompt. */
  readonly results: readonly CapabilityResult[];
  readonly limits: {
    readonly maxOutputTokens: number;
    /** Requests that the run may still send; an offline plan that needs more sends none. */
    readonly maxRequests: number;
  };
  readonly signal?: AbortSignal;
}

export interface TurnOutput {
  /** To be appended to the history verbatim; plain JSON. Results of `calls` come after them, in the order of the calls. */
  readonly messages: readonly unknown[];
  /** To be carried out in this order. */
  readonly calls: readonly CapabilityCall[];
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

/** The mind of the agent, as `createAgentModel` of models/agent-model.ts makes it. */
export interface AgentModel {
  /** `offline/rules-1` or the setting MODEL. */
  readonly id: string;
  readonly isOffline: boolean;
  /** One model call. Throws ModelFailure. */
  readonly turn: (input: TurnInput) => Promise<TurnOutput>;
  /** What `turn` could use at most. Sends nothing. Throws ModelFailure. */
  readonly estimateMaxUsage: (input: TurnInput) => Promise<MaxUsage>;
  /** At most two model calls, none for a filter that the rules understand. Throws ModelFailure. */
  readonly evaluateFilter: (input: FilterInput) => Promise<FilterVerdict>;
  /** The message that tells the model what became of a call. `nonce` is the run's. */
  readonly resultMessage: (call: CapabilityCall, result: CapabilityResult, nonce: string) => unknown;
}
