import type { AnswerSchema } from './answer-schema.ts';
import type { Clock } from './clock.ts';
import type { Plan } from './plan.ts';
import type { Purse, SpentOnCall, TurnDelivery } from './turn.ts';

/** A delivery by which a proposal is checked. */
export interface ProposalSample {
  /** Names it to the owner. */
  readonly deliveryId: string;
  readonly delivery: TurnDelivery;
}

/** The knowledge of an automation that a model has besides its texts. */
interface ProposalInput {
  /** Null where the automation names none. */
  readonly sender: string | null;
  /** Newest first; none before the first delivery. */
  readonly samples: readonly ProposalSample[];
  readonly nonce: string;
  readonly signal?: AbortSignal;
  readonly purse?: Purse;
}

/** The calls of a model for a proposal, and what they cost, whatever came of it. */
export interface ProposalCost extends SpentOnCall {
  readonly calls: number;
}

export interface ConditionProposalInput extends ProposalInput {
  /** The filter of the owner. */
  readonly english: string;
  readonly clock: Clock;
}

export interface ConditionProposal extends ProposalCost {
  /**
   * `holds`: the model judged samples by the English as the condition does; only this one is adopted. `differs`: it judged
   * one otherwise. `unsure`: it, or the condition, decides one of them not. `waits`: there is no sample. `unreadable`: no
   * condition that can be taken was written.
   */
  readonly state: 'holds' | 'differs' | 'unsure' | 'waits' | 'unreadable';
  /** Null only where it is `unreadable`. */
  readonly condition: string | null;
  /** Sentences for the owner; null where it holds or waits. */
  readonly problem: string | null;
}

/** Whether a plan can be carried out; `path` says which part of it cannot. */
export type PlanCheck = (
  plan: Plan,
) =>
  | { readonly state: 'compiled' }
  | { readonly state: 'invalid'; readonly path: string; readonly message: string };

export interface PlanProposalInput extends ProposalInput {
  readonly instructions: string;
  /** Those that the agent may reach, as its policies name them. */
  readonly allowedDomains: readonly string[];
  readonly compilePlan: PlanCheck;
  /** The schema that the answer is JSON of; null where it is text. */
  readonly answerSchema?: AnswerSchema | null;
}

export interface PlanProposal extends ProposalCost {
  /**
   * `proposed`: to be shown and confirmed. `waits`: the same, but no sample has shown that the places in it exist. `judgement`:
   * the instructions need a model on each delivery. `unreadable`: no plan that can be taken was written.
   */
  readonly state: 'proposed' | 'waits' | 'judgement' | 'unreadable';
  readonly plan: Plan | null;
  readonly problem: string | null;
}
