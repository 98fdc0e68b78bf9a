import type { RunRef } from '../contracts/run.ts';
import { readRunRef, type UntaggedRunRef } from '../domain/run-ref.ts';

/** Activities that take a run first. */
type RunActivities = Readonly<Record<string, (run: never, ...rest: never[]) => Promise<unknown>>>;
type Untyped = (run: RunRef, ...rest: unknown[]) => Promise<unknown>;

/** The same activities, which also take calls that were scheduled before runs were tagged. */
export function takingUntaggedRuns<Activities extends RunActivities>(activities: Activities): Activities {
  const entries = Object.entries(activities as unknown as Readonly<Record<string, Untyped>>);
  return Object.fromEntries(
    entries.map(([name, activity]) => [
      name,
      async (run: RunRef | UntaggedRunRef, ...rest: unknown[]) => await activity(readRunRef(run), ...rest),
    ]),
  ) as unknown as Activities;
}
