import type { RunRef } from '#contracts/run.ts';
import type { Runs } from '#store/run/runs.ts';
import type { EventWaker } from './wake.ts';

type Told = Pick<Runs, 'finish'>;

/** Runs whose ends wake what sends their events: the end itself has noted these. */
export function tellRuns<Part extends Told & { readonly unitOf: (run: RunRef) => Told }>(
  runs: Part,
  waker: Pick<EventWaker, 'wake'>,
): Part {
  return { ...tell(runs, waker), unitOf: (run: RunRef) => tell(runs.unitOf(run), waker) };
}

function tell<Part extends Told>(runs: Part, { wake }: Pick<EventWaker, 'wake'>): Part {
  const finish: Runs['finish'] = async (run, ending) => {
    const finished = await runs.finish(run, ending);
    if (finished.toldTargets.length > 0) await wake(run.workspaceId, finished.toldTargets);
    return finished;
  };
  return { ...runs, finish };
}
