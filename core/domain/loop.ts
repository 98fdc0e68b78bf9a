/** The header that each request of a run, and each alert and event, carries: by it what they cause is known when it arrives. */
export const loopHeader = 'X-Reveille-Loop';

/** How many runs may cause one another, one after the other, unless the operator says otherwise. */
export const defaultLoopRoundsMax = 5;

/** The source of a request within this service. */
export interface LoopLink {
  readonly workspaceId: string;
  /** The id of the delivery, the conversation, the alert rule or the target of events. */
  readonly cause: string;
  /** How many runs of ours come before it, each caused by the one before. */
  readonly round: number;
}
