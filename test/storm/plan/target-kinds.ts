import type { Outcome } from '../../../contracts/run.ts';

const usual = ['at-once', 'slow', 'error-500', 'cut', 'half-an-answer', 'filtered'] as const;
/** `dead`: nothing listens there. Its runs wait for a minute: a storm has it only where that is asked for. */
export const targetKinds = [...usual, 'dead'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** The targets of a storm. */
export const targetsOf = ({ hasDeadTarget }: { readonly hasDeadTarget?: boolean }): readonly TargetKind[] =>
  hasDeadTarget ? targetKinds : usual;

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
  dead: { outcomes: ['failed'], isReached: false },
  filtered: { outcomes: ['skipped'], isReached: false },
};

/** The filter that no delivery of a storm passes. */
export const filterOf = (kind: TargetKind) =>
  kind === 'filtered' ? 'Only run when the status is paid' : undefined;
