/** An automation that may hold deliveries. */
export interface HoldingAutomation {
  readonly workspaceId: string;
  readonly automationId: string;
}

/** The result of a look at held deliveries. `over`: nothing is held. */
export type HeldRound =
  | { readonly status: 'over' }
  | {
      readonly status: 'open';
      /** The reason why the next one stays held. */
      readonly waitsFor: 'paused' | 'suspended' | 'budget' | 'rate' | 'full';
      readonly started: number;
      /** When there is room in the minute; null where that is not known. */
      readonly waitMs: number | null;
    };
