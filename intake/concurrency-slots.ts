import { attempt, emptyPass, type Pass, sumOf } from '../domain/pass.ts';
import type { Runs } from '../store/runs.ts';
import type { SlotHolder, Slots } from '../store/slots.ts';
import type { RunStates } from '../temporal/run-states.ts';

/** A full workspace is checked at most this often, however many deliveries arrive. */
const checkEveryMs = 1_000;

/** How a workflow ended that did not end its run itself, for the owner. */
const endings: Readonly<Record<string, string>> = {
  TERMINATED: 'The run was terminated by an operator.',
  CANCELLED: 'The run was cancelled by an operator.',
  TIMED_OUT: 'The run took longer than it may.',
  FAILED: 'The run failed.',
};

/**
 * Finds slots whose run ended without freeing them (terminated, timed out, deleted), ends the record of that run and
 * frees the slot.
 */
export function createConcurrencySlots({
  slots,
  runs,
  runStates,
}: {
  slots: Slots;
  runs: Runs;
  runStates: RunStates;
}) {
  async function reclaimOne({ run, workflowId }: SlotHolder): Promise<number> {
    const state = await runStates.of(workflowId);
    if (state.status === 'open') return 0;
    const how = state.status === 'closed' ? endings[state.how] : undefined;
    await runs.finish(run, { outcome: 'failed', reason: how ?? 'The run ended without a result.' });
    return 1;
  }

  /** Frees the slots without an open run and returns their number; a failure for one does not affect the others. */
  async function reclaim(workspaceId: string): Promise<Pass> {
    if (!(await slots.mayCheck(workspaceId, checkEveryMs))) return emptyPass;
    const holders = await slots.holders(workspaceId);
    return sumOf(
      await Promise.all(
        holders.map((holder) => attempt(`delivery ${holder.run.deliveryId}`, () => reclaimOne(holder))),
      ),
    );
  }

  return { reclaim };
}

export type ConcurrencySlots = ReturnType<typeof createConcurrencySlots>;
