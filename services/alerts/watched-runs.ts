import type { RunRef } from '#contracts/run.ts';
import type { Runs } from '#store/run/runs.ts';
import type { AlertWatch } from './watch.ts';

type Judges = Pick<AlertWatch, 'judgeEnds' | 'judgeChanges'>;
type Watched = Pick<Runs, 'finish' | 'noteShape'>;

/** Runs whose ends, and what changed in their deliveries, are judged by alert rules as soon as they are recorded. */
export function watchRuns<Part extends Watched & { readonly unitOf: (run: RunRef) => Watched }>(
  runs: Part,
  judges: Judges,
): Part {
  return { ...watch(runs, judges), unitOf: (run: RunRef) => watch(runs.unitOf(run), judges) };
}

function watch<Part extends Watched>(runs: Part, { judgeEnds, judgeChanges }: Judges): Part {
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
