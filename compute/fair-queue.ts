/** Jobs of several callers: first in, first out for each, and the callers take turns. */
export interface FairQueue<Job> {
  readonly size: () => number;
  readonly push: (caller: string, job: Job) => void;
  /** The next job of the next caller that `mayGo` lets through. */
  readonly shift: (mayGo: (caller: string) => boolean) => Job | undefined;
  readonly remove: (caller: string, job: Job) => boolean;
}

export function createFairQueue<Job>(): FairQueue<Job> {
  // A map keeps the order of insertion: the caller that was served goes to the end.
  const waiting = new Map<string, Job[]>();
  let count = 0;

  function put(caller: string, jobs: Job[]): void {
    waiting.delete(caller);
    if (jobs.length > 0) waiting.set(caller, jobs);
  }

  return {
    size: () => count,
    push(caller, job) {
      const jobs = waiting.get(caller);
      if (jobs === undefined) waiting.set(caller, [job]);
      else jobs.push(job);
      count += 1;
    },
    shift(mayGo) {
      for (const [caller, jobs] of waiting) {
        if (!mayGo(caller)) continue;
        const job = jobs.shift();
        put(caller, jobs);
        count -= 1;
        return job;
      }
      return undefined;
    },
    remove(caller, job) {
      const jobs = waiting.get(caller);
      const index = jobs?.indexOf(job) ?? -1;
      if (jobs === undefined || index === -1) return false;
      jobs.splice(index, 1);
      if (jobs.length === 0) waiting.delete(caller);
      count -= 1;
      return true;
    },
  };
}
