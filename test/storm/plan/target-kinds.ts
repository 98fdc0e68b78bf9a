import type { Outcome } from '#contracts/run.ts';

/** `approved`, `refused`: the request needs an approval, which gets this decision. */
const usual = [
  'at-once',
  'slow',
  'error-500',
  'cut',
  'half-an-answer',
  'filtered',
  'approved',
  'refused',
] as const;
/** `dead`: nothing listens there, and its runs wait for a minute. `alive` stands in its place where no target is dead. */
export const targetKinds = [...usual, 'alive', 'dead'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** The targets of a storm: as many with a dead one as without, so that the plans are a pair. */
export const targetsOf = ({ hasDeadTarget }: { readonly hasDeadTarget?: boolean }): readonly TargetKind[] => [
  ...usual,
  hasDeadTarget ? 'dead' : 'alive',
];

interface Expectation {
  /** How a run may end when nothing but the target fails. */
  readonly outcomes: readonly Outcome[];
  /** Whether the target receives a request. */
  readonly isReached: boolean;
}

/** The required result of a delivery to each kind of target. */
export const expectations: Readonly<Record<TargetKind, Expectation>> = {
  'at-once': { outcomes: ['succeeded'], isReached: true },
  slow: { outcomes: ['succeeded'], isReached: true },
  'error-500': { outcomes: ['failed'], isReached: true },
  cut: { outcomes: ['unknown_effect'], isReached: true },
  'half-an-answer': { outcomes: ['unknown_effect'], isReached: true },
  alive: { outcomes: ['succeeded'], isReached: true },
  dead: { outcomes: ['failed'], isReached: false },
  filtered: { outcomes: ['skipped'], isReached: false },
  approved: { outcomes: ['succeeded'], isReached: true },
  refused: { outcomes: ['failed'], isReached: false },
};

/** The requests to the others need no approval. */
export const needsApproval = (kind: TargetKind): boolean => kind === 'approved' || kind === 'refused';

/** The filter that no delivery of a storm passes. */
export const filterOf = (kind: TargetKind) =>
  kind === 'filtered' ? 'Only run when the status is paid' : undefined;
