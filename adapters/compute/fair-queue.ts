/** The caller of unattributed work. */
export const ANONYMOUS = '';

/** Round-robin over callers, FIFO for each caller. */
export interface FairQueue<Job> {
  readonly size: () => number;
  readonly push: (caller: string, job: Job) => void;
  /** The next job of the next caller that `mayGo` lets through. */
  readonly shift: (mayGo?: (caller: string) => boolean) => Job | undefined;
  readonly remove: (caller: string, job: Job) => boolean;
  /** Removes the last job of the caller with the most waiting jobs; of several, the one last in the rotation. */
  readonly dropFromLongest: () => Job | undefined;
}

export function createFairQueue<Job>(): FairQueue<Job> {
  // Maps keep insertion order: a served caller is re-inserted at the end.
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
