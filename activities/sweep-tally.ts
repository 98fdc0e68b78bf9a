import type { Pass, PassFailure } from '#domain/pass.ts';
import { type SweepReport, type SweepTask, sumOfReports } from '#domain/sweep-report.ts';

export interface SweepFailure extends PassFailure {
  readonly task: string;
  readonly workspaceId: string | null;
}

/** Adds up what the tasks of a sweep did, from the report of an earlier attempt on. */
export function createTally(onFailure: (failure: SweepFailure) => void, before: Partial<SweepReport> = {}) {
  let report = sumOfReports([before]);

  function add(task: SweepTask, workspaceId: string | null, pass: Pass): void {
    const failed = pass.failures.map((failure) => ({ task, workspaceId, ...failure }));
    const failures = failed.map(nameOf);
    report = sumOfReports([report, { [task]: pass.done, failures, failureCount: failed.length }]);
    failed.forEach(onFailure);
  }

  return { add, report: () => report };
}

const nameOf = ({ task, workspaceId, record }: SweepFailure) =>
  workspaceId === null ? `${task}: ${record}` : `${task} of ${workspaceId}: ${record}`;
