/** The caller of work that cannot be attributed to anyone. */
export const ANONYMOUS = '';

/** Jobs of several callers: first in, first out for each, and the callers take turns. */
export interface FairQueue<Job> {
  readonly size: () => number;
  readonly push: (caller: string, job: Job) => void;
  /** The next job of the next caller that `mayGo` lets through. */
  readonly shift: (mayGo?: (caller: string) => boolean) => Job | undefined;
  readonly remove: (caller: string, job: Job) => boolean;
  /** Takes out the last job of the caller who has the most waiting, the latest such caller among equals. */
  readonly dropFromLongest: () => Job | undefined;
}

export function createFairQueue<Job>(): FairQueue<Job> {
  // A map keeps the order of insertion: the caller that was served goes to the end.
  const waiting = new Map<string, Job[]>();
  let count = 0;

  function taken(caller: string, jobs: readonly Job[]): void {
    count -= 1;
    if (jobs.length === 0) waiting.delete(caller);
  }

  function shift(mayGo: (caller: string) => boolean = () => true): Job | undefined {
    for (const [caller, jobs] of waiting) {
      if (!mayGo(caller)) continue;
      const job = jobs.shift();
      waiting.delete(caller);
      waiting.set(caller, jobs);
      taken(caller, jobs);
      return job;
    }
    return undefined;
  }

  function remove(caller: string, job: Job): boolean {
    const jobs = waiting.get(caller);
    const index = jobs?.indexOf(job) ?? -1;
    if (jobs === undefined || index === -1) return false;
    jobs.splice(index, 1);
    taken(caller, jobs);
    return true;
  }

  function dropFromLongest(): Job | undefined {
    let longest: [string, Job[]] | undefined;
    for (const entry of waiting) if (entry[1].length >= (longest?.[1].length ?? 0)) longest = entry;
    if (longest === undefined) return undefined;
    const [caller, jobs] = longest;
    const job = jobs.pop();
    taken(caller, jobs);
    return job;
  }

  return {
    size: () => count,
    push(caller, job) {
      const jobs = waiting.get(caller);
      if (jobs === undefined) waiting.set(caller, [job]);
      else jobs.push(job);
      count += 1;
    },
    shift,
    remove,
    dropFromLongest,
  };
}
