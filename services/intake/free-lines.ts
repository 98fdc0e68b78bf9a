import type { RunRef } from '#contracts/run.ts';
import type { Runs } from '#store/run/runs.ts';
import type { HeldWaker } from './wake-held.ts';

type Ending = Pick<Runs, 'finish'>;

/** Runs whose ends wake what runs held deliveries, where the next of their reference may begin. */
export function freeLines<Part extends Ending & { readonly unitOf: (run: RunRef) => Ending }>(
  runs: Part,
  waker: Pick<HeldWaker, 'afterHold'>,
): Part {
  return { ...free(runs, waker), unitOf: (run: RunRef) => free(runs.unitOf(run), waker) };
}

function free<Part extends Ending>(runs: Part, { afterHold }: Pick<HeldWaker, 'afterHold'>): Part {
  const finish: Runs['finish'] = async (run, ending) => {
    const finished = await runs.finish(run, ending);
    if (finished.freesNext && run.kind === 'delivery') await afterHold(run, true);
    return finished;
  };
  return { ...runs, finish };
}
