import type { PlaceKeeper } from '../contracts/places.ts';
import type { PlaceHolder, Places } from '../store/places.ts';
import type { Runs } from '../store/runs.ts';
import type { RunStates } from '../temporal/run-states.ts';

/** A full workspace is looked through at most this often, however many deliveries knock. */
const checkEveryMs = 1_000;

/** How a workflow ended that did not end its run itself, in words for the owner. */
const endings: Readonly<Record<string, string>> = {
  TERMINATED: 'The run was terminated by an operator.',
  CANCELLED: 'The run was cancelled by an operator.',
  TIMED_OUT: 'The run took longer than it may.',
  FAILED: 'The run failed.',
};

/**
 * Finds places whose run ended without giving them back (terminated, timed out, deleted), settles the record of that
 * run and frees the place.
 */
export function createPlaceKeeper({
  places,
  runs,
  runStates,
}: {
  places: Places;
  runs: Runs;
  runStates: RunStates;
}): PlaceKeeper {
  async function settle({ run, workflowId }: PlaceHolder): Promise<boolean> {
    const state = await runStates.of(workflowId);
    if (state.status === 'open') return false;
    const how = state.status === 'closed' ? endings[state.how] : undefined;
    await runs.finish(run, { outcome: 'failed', reason: how ?? 'The run ended without a result.' });
    return true;
  }

  /** Frees what can be freed and says how many places that were. */
  async function release(workspaceId: string): Promise<number> {
    if (!(await places.mayCheck(workspaceId, checkEveryMs))) return 0;
    const settled = await Promise.all((await places.holders(workspaceId)).map(settle));
    return settled.filter(Boolean).length;
  }

  return { release };
}
