import type { RunRef } from '#contracts/run.ts';
import { readRunRef, type UntaggedRunRef } from '#domain/run-ref.ts';

/** Activities whose first argument is a run. */
type RunActivities = Readonly<Record<string, (run: never, ...rest: never[]) => Promise<unknown>>>;
type Untyped = (run: RunRef, ...rest: unknown[]) => Promise<unknown>;

/** Wraps activities so that they also accept calls scheduled before runs had a tag. */
export function takingUntaggedRuns<Activities extends RunActivities>(activities: Activities): Activities {
  const entries = Object.entries(activities as unknown as Readonly<Record<string, Untyped>>);
  return Object.fromEntries(
    entries.map(([name, activity]) => [
      name,
      async (run: RunRef | UntaggedRunRef, ...rest: unknown[]) => await activity(readRunRef(run), ...rest),
    ]),
  ) as unknown as Activities;
}
