import type { Ending } from '#contracts/run.ts';
import { attempt, emptyPass, type Pass, sumOf } from '#domain/pass.ts';
import { mayHaveArrived } from '#domain/unknown-effect.ts';
import type { Runs } from '#store/run/runs.ts';
import type { SlotHolder, Slots } from '#store/slots.ts';
import type { RunState, RunStates } from '#temporal/run-states.ts';
import type { RunStarter } from '#temporal/start-run.ts';

/** A full workspace is checked at most this often, however many deliveries arrive. */
const checkEveryMs = 1_000;

/** How a workflow ended that did not end its run itself, for the owner. */
const endings: Readonly<Record<string, string>> = {
  TERMINATED: 'The run was terminated by an operator.',
  CANCELLED: 'The run was cancelled by an operator.',
  TIMED_OUT: 'The run took longer than it may.',
  FAILED: 'The run failed.',
};

/** States in which the workflow itself has the ending of its run. */
const mayTell: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED']);

const withoutResult = { outcome: 'failed', reason: 'The run ended without a result.' } as const;
/** Reasons for endings that need one, if their own was lost. */
const lostReasons: Readonly<Partial<Record<Ending['outcome'], string>>> = {
  failed: 'The run failed; the reason is no longer known.',
  needs_model: 'The rules did not understand everything; which sentence is no longer known.',
  skipped: 'The delivery was skipped; the reason is no longer known.',
  unknown_effect: mayHaveArrived('A request of the run, it is no longer known which,'),
};

/**
 * Finds slots whose run ended without freeing them (terminated, timed out, deleted), ends the record of that run and
 * frees the slot. A run that Temporal lost before it began is started again.
 */
export function createConcurrencySlots({
  slots,
  runs,
  runStarter,
  runStates,
}: {
  slots: Slots;
  runs: Pick<Runs, 'finish'>;
  runStarter: Pick<RunStarter, 'start'>;
  runStates: RunStates;
}) {
  async function reclaimOne(holder: SlotHolder): Promise<number> {
    const { run, workflowId } = holder;
    const state = await runStates.of(workflowId);
    if (state.status === 'open' || (await isStartedAgain(holder, state))) return 0;
    await runs.finish(run, await endingOf(state, workflowId));
    return 1;
  }

  /**
   * A run that did nothing yet is started again: Temporal lost it, or it gave up waiting for its record in the moment in
   * which that came. Should it be there after all, or have failed in another way, this changes nothing.
   */
  async function isStartedAgain(holder: SlotHolder, state: RunState): Promise<boolean> {
    const mayBe = state.status === 'missing' || (state.status === 'closed' && state.how === 'FAILED');
    if (holder.isBegun || !mayBe) return false;
    const started = await runStarter.start({ ...holder.run, ...holder });
    return started === 'started' || state.status === 'missing';
  }

  async function endingOf(state: RunState, workflowId: string): Promise<Ending> {
    if (state.status !== 'closed') return withoutResult;
    // Its end was recorded, and the store lost it.
    const told = mayTell.has(state.how) ? await runStates.endingOf(workflowId) : null;
    if (told === null) return { outcome: 'failed', reason: endings[state.how] ?? withoutResult.reason };
    return { outcome: told.outcome, reason: told.reason ?? lostReasons[told.outcome] ?? null };
  }

  /** Frees the slots without an open run and returns their number; a failure for one does not affect the others. */
  async function reclaim(workspaceId: string): Promise<Pass> {
    if (!(await slots.mayCheck(workspaceId, checkEveryMs))) return emptyPass;
    return await reclaimAll(await slots.holders(workspaceId));
  }

  /** The same for the sweep, which also ends runs that were lost while they waited. */
  async function sweep(workspaceId: string): Promise<Pass> {
    const holders = await Promise.all([slots.holders(workspaceId), slots.waiting(workspaceId)]);
    return await reclaimAll(holders.flat());
  }

  async function reclaimAll(holders: readonly SlotHolder[]): Promise<Pass> {
    return sumOf(
      await Promise.all(
        holders.map((holder) => attempt(`delivery ${holder.run.deliveryId}`, () => reclaimOne(holder))),
      ),
    );
  }

  return { reclaim, sweep };
}

export type ConcurrencySlots = ReturnType<typeof createConcurrencySlots>;
