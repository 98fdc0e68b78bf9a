import type { Clock } from './clock.ts';
import type { SpentOnCall, TurnDelivery } from './turn.ts';

/** A delivery by which a proposal is checked. */
export interface ProposalSample {
  /** Names it to the owner. */
  readonly deliveryId: string;
  readonly delivery: TurnDelivery;
}

/** What a model is told of an automation, besides its texts. */
export interface ProposalInput {
  /** Null where the automation names none. */
  readonly sender: string | null;
  /** Newest first; none before the first delivery. */
  readonly samples: readonly ProposalSample[];
  readonly nonce: string;
  readonly signal?: AbortSignal;
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
