import type { Outcome } from '../../../contracts/run.ts';

export const targetKinds = ['at-once', 'slow', 'error-500', 'cut', 'half-an-answer', 'filtered'] as const;
export type TargetKind = (typeof targetKinds)[number];

interface Expectation {
  /** How a run may end when nothing but the target fails. */
  readonly outcomes: readonly Outcome[];
  /** Whether the target receives a request. */
  readonly isReached: boolean;
}

/** What a delivery to each kind of target must come to. */
export const expectations: Readonly<Record<TargetKind, Expectation>> = {
  'at-once': { outcomes: ['succeeded'], isReached: true },
  slow: { outcomes: ['succeeded'], isReached: true },
  'error-500': { outcomes: ['failed'], isReached: true },
  cut: { outcomes: ['unknown_effect'], isReached: true },
  'half-an-answer': { outcomes: ['unknown_effect'], isReached: true },
  filtered: { outcomes: ['skipped'], isReached: false },
};

/** The filter that no delivery of a storm passes. */
export const filterOf = (kind: TargetKind) =>
  kind === 'filtered' ? 'Only run when the status is paid' : undefined;
