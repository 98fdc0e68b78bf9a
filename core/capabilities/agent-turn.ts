import type {
  FilterVerdict,
  FilterInput,
  MaxUsage,
  Purse,
  TurnCost,
  TurnDelivery,
  TurnUsage,
} from '#contracts/turn.ts';
import type {
  ConditionProposal,
  ConditionProposalInput,
  PlanProposal,
  PlanProposalInput,
} from '#contracts/proposal.ts';
import type { OfferedOperation } from '#contracts/api.ts';
import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { Clock } from '#contracts/clock.ts';
import type { Expectation } from '#contracts/expectation.ts';
import type { StoredPlan } from '#contracts/plan.ts';
import type { BudgetLimits } from '#domain/budget.ts';
import type { CapabilityCall, CapabilityResult } from './calls.ts';

/** The input and output of one turn of the agent. */

export interface TurnInput {
  /** The owner's instructions at the time of acceptance; in a chat, the message that the prompt begins with. */
  readonly instructions: string;
  /** The plan that the offline rules carry out; absent in a chat. */
  readonly plan?: StoredPlan | null;
  /** The requests that its owner expects; absent in a chat. */
  readonly expects?: readonly Expectation[];
  /** The schema that the answer is JSON of; null or absent where it is text, as in a chat. */
  readonly answerSchema?: AnswerSchema | null;
  /** Whether the agent may read what earlier runs of the reference were given and did. Absent: it may not. */
  readonly readsEarlierRuns?: boolean;
  readonly automationName: string;
  /** In a chat the messages themselves say when they were written. */
  readonly clock: Clock;
  /** The same for all runs that begin alike: those of an automation, or of a conversation. */
  readonly cacheKey: string;
  /** null in a chat. */
  readonly delivery: TurnDelivery | null;
  readonly withheld?: readonly string[];
  /** The operations of APIs that the owner chose. Absent: none. */
  readonly operations?: readonly OfferedOperation[];
  /** The allowed domains, with the name of the header attached there; never its value. */
  readonly access: readonly { readonly domain: string; readonly headerName: string | null }[];
  /** Random per run, at least 16 characters of [A-Za-z0-9]; delimits untrusted data in the prompt. */
  readonly nonce: string;
  /**
   * Everything after the opening, in order: the `messages` of earlier turns verbatim and the `resultMessage` of each
   * call, which says so where a page no longer fits; in a chat, the earlier exchanges before them. The opening (instructions, delivery) is rebuilt from the
   * fields above on every turn, byte for byte the same.
   */
  readonly messages: readonly unknown[];
  /** The turns of the run so far, in order. */
  readonly turns: readonly TurnOutput[];
  /** The results of the calls of `turns`, in order. */
  readonly results: readonly CapabilityResult[];
  readonly limits: {
    readonly maxOutputTokens: number;
    /** Requests that the run may still send; an offline plan that needs more sends none. */
    readonly maxRequests: number;
    /** Less than `maxOutputTokens` where no more is left of the run's budget. */
    readonly outputTokensLeft?: number;
    /** The limits of the whole run, the same every turn. */
    readonly run: BudgetLimits;
  };
  readonly last?: LastTurn;
  readonly signal?: AbortSignal;
  /** Absent: no budget of an automation or a workspace holds for it. */
  readonly purse?: Purse;
}

/** The turn is the last one: the model can ask for nothing more, and says what was done and what was not. */
export interface LastTurn {
  /** The sentence for the owner about the budget that is used up. */
  readonly reason: string;
  /** The prompt tells what the run did and leaves out what it read, so that it fits what is kept aside for it. */
  readonly isShort: boolean;
}

/** Remarks about a turn: something is wrong with it and the model is told, or it is the last one. */
export const remarks = [
  'declined',
  'empty',
  'cut',
  'announced',
  'asked',
  'claimed',
  'unfit',
  'failed-request',
  'malformed',
  'too-many-requests',
  'stopped',
] as const;
export type Remark = (typeof remarks)[number];

export interface TurnOutput {
  /** Plain JSON to append to the history verbatim, followed by the results of `calls` in order. */
  readonly messages: readonly unknown[];
  /** To be executed in this order. */
  readonly calls: readonly CapabilityCall[];
  /** The agent is done. If false without calls, its calls were malformed and it was told so: take another turn. */
  readonly isDone: boolean;
  /** The agent's final answer; set only when it is done. */
  readonly answer: string | null;
  /** Offline rules only: the sentences that were not understood. The agent is then done and makes no calls. */
  readonly needsModel: string | null;
  /** Set if the agent is done but could not do everything: the first thing that failed. */
  readonly failure: string | null;
  /** If the run continues, the model was told of it at the end of `messages`. */
  readonly remark?: Remark;
  /** Bytes of the prompt that `usage` is about. */
  readonly promptBytes?: number;
  /** Doubts about an answer that do not make it a failure: sentences for the owner. */
  readonly warnings?: readonly string[];
  readonly usage: TurnUsage;
  readonly cost: TurnCost;
  /** The model that answered, as `provider/model-id`. */
  readonly model: string;
  readonly finishReason: string;
  /** One readable line of at most 200 bytes, safe for a workflow history: contains no value of the delivery. */
  readonly summary: string;
}

/** The maximum usage of a turn with as many output tokens left as given, where that is a limit. */
export type MaxUsageBy = (outputTokensLeft?: number) => MaxUsage;

/** Proposals of a model, made once, when an owner saves texts. Throws ModelFailure as long as nothing is paid. */
export interface Proposer {
  /** At most two calls for the condition, one for the tests of the filter, and one for each of at most five samples, or two where it asks questions. */
  readonly proposeCondition: (input: ConditionProposalInput) => Promise<ConditionProposal>;
  /** At most two calls. */
  readonly proposePlan: (input: PlanProposalInput) => Promise<PlanProposal>;
}

/** A model or the offline rules; created by `createAgentModel` in adapters/models/agent-model.ts. */
export interface AgentModel {
  /** `offline/rules-1` or the setting MODEL. */
  readonly id: string;
  readonly isOffline: boolean;
  /** The usual limit of an answer, in tokens, reasoning included. */
  readonly outputTokensMax: number;
  /** One model call. Throws ModelFailure. */
  readonly turn: (input: TurnInput) => Promise<TurnOutput>;
  /** The maximum usage of `turn`; the prompt is measured once. Makes no call. Throws ModelFailure. */
  readonly estimateMaxUsage: (input: TurnInput) => Promise<MaxUsageBy>;
  /** At most one model call, none for a filter that the rules understand. Throws ModelFailure. */
  readonly evaluateFilter: (input: FilterInput) => Promise<FilterVerdict>;
  /** Null for the offline rules. */
  readonly proposeCondition: Proposer['proposeCondition'] | null;
  readonly proposePlan: Proposer['proposePlan'] | null;
  /** The message with the result of a call. `nonce` is the run's. */
  readonly resultMessage: (call: CapabilityCall, result: CapabilityResult, nonce: string) => unknown;
}
