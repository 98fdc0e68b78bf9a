import { usualFaults } from './faults.ts';

/** How long a process is frozen, Redis away and a disk full: a time, or until so many attempts of senders ended. */
export type Hold = { readonly ms: number } | { readonly attempts: number };

export interface StormOptions {
  /** The same seed and numbers give the same plan. */
  readonly seed: number;
  readonly deliveries: number;
  readonly workspaces: number;
  /** Names of {@link faults}: each happens once in a round, in random order; a full disk only in the first. */
  readonly faults: readonly string[];
  readonly rounds: number;
  /** APIs and workers: one of each, or two of each on the same Redis and Temporal. */
  readonly instances: 1 | 2;
  /** Deliveries that are begun in a second at most. */
  readonly perSecond: number;
  readonly hold: Hold;
  /** Whether one of the targets of each workspace is away. */
  readonly hasDeadTarget?: boolean;
  /** The share of events whose bodies have 900 kB. */
  readonly largeBodies?: number;
}

export const defaultOptions: StormOptions = {
  seed: 1,
  deliveries: 10_000,
  workspaces: 20,
  faults: usualFaults,
  rounds: 3,
  instances: 2,
  perSecond: 8,
  hold: { ms: 30_000 },
};
