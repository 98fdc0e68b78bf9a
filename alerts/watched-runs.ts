import type { Runs } from '../store/runs.ts';
import type { AlertWatch } from './watch.ts';

/** Runs whose ends, and what changed in their deliveries, are judged by alert rules as soon as they are recorded. */
export function watchRuns<Part extends Pick<Runs, 'finish' | 'noteShape'>>(
  runs: Part,
  { judgeEnds, judgeChanges }: Pick<AlertWatch, 'judgeEnds' | 'judgeChanges'>,
): Part {
  const finish: Runs['finish'] = async (run, ending) => {
    const finished = await runs.finish(run, ending);
    if (finished.isWatched) await judgeEnds(run.workspaceId);
    return finished;
  };
  const noteShape: Runs['noteShape'] = async (run, context) => {
    const noted = await runs.noteShape(run, context);
    if (noted.isWatched) await judgeChanges(run.workspaceId);
    return noted;
  };
  return { ...runs, finish, noteShape };
}
