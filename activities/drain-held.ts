import { activityInfo } from '@temporalio/activity';

import type { HeldRound, HoldingAutomation } from '#contracts/held.ts';
import { withHeartbeat } from './with-heartbeat.ts';

export interface HeldDeps {
  readonly drainHeld: (
    automation: HoldingAutomation,
    look: { readonly isRepeated: boolean; readonly signal: AbortSignal },
  ) => Promise<HeldRound>;
}

/** Starts the runs of held deliveries. */
export function drainHeldActivities({ drainHeld }: HeldDeps) {
  /** The activity: starts what there is room for. Safe to repeat: a delivery is released once. */
  async function startHeld(automation: HoldingAutomation): Promise<HeldRound> {
    const isRepeated = activityInfo().attempt > 1;
    return await withHeartbeat((signal) => drainHeld(automation, { isRepeated, signal }));
  }

  return { startHeld };
}
