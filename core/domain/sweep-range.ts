import { sha256 } from './digest.ts';

/**
 * The workspaces that one activity of a sweep looks at: those the digest of whose id begins with it. Empty: all of them, which is how
 * a sweep of an earlier release asks.
 */
export type SweepRange = string;

/** Sixteen ranges: one for each first character of a digest. */
export const rangeOf = (workspaceId: string): SweepRange => sha256(workspaceId).slice(0, 1);

export const isInRange = (range: SweepRange, workspaceId: string): boolean =>
  range === '' || rangeOf(workspaceId) === range;
