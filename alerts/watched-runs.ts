import type { Runs } from '../store/runs.ts';
import type { AlertWatch } from './watch.ts';

/** Runs whose ends are judged by alert rules as soon as they are recorded. */
export function watchRuns<Part extends Pick<Runs, 'finish'>>(
  runs: Part,
  { judgeEnds }: Pick<AlertWatch, 'judgeEnds'>,
): Part {
  const finish: Runs['finish'] = async (run, ending) => {
    const finished = await runs.finish(run, ending);
    if (finished.isWatched) await judgeEnds(run.workspaceId);
    return finished;
  };
  return { ...runs, finish };
}
