import type { Pass, PassFailure } from '#domain/pass.ts';

export interface SweepFailure extends PassFailure {
  readonly task: string;
  readonly workspaceId: string | null;
}

/** How many items each task processed. */
export interface SweepReport {
  readonly workspacesLookedAt: number;
  readonly slotsReclaimed: number;
  readonly heldResumed: number;
  readonly messagesRequeued: number;
  readonly erasuresResumed: number;
  readonly alertsResumed: number;
  readonly eventsResumed: number;
  readonly recordsExpired: number;
  readonly deliveriesArchived: number;
  readonly deliveriesIndexed: number;
  readonly jobFilesRemoved: number;
  readonly secretsRewrapped: number;
  /** Erasures whose data the files of Redis hold no more. */
  readonly filesRewritten: number;
  /** The first failures, such as `recordsExpired of ws_1: automation aut_1`. */
  readonly failures: readonly string[];
  readonly failureCount: number;
}

export type SweepTask = Exclude<keyof SweepReport, 'failures' | 'failureCount'>;

const failuresNamedMax = 20;

const nothingDone: SweepReport = {
  workspacesLookedAt: 0,
  slotsReclaimed: 0,
  heldResumed: 0,
  messagesRequeued: 0,
  erasuresResumed: 0,
  alertsResumed: 0,
  eventsResumed: 0,
  recordsExpired: 0,
  deliveriesArchived: 0,
  deliveriesIndexed: 0,
  jobFilesRemoved: 0,
  secretsRewrapped: 0,
  filesRewritten: 0,
  failures: [],
  failureCount: 0,
};

/** Adds up what the tasks of a sweep did, from the report of an earlier attempt on. */
export function createTally(onFailure: (failure: SweepFailure) => void, before: SweepReport = nothingDone) {
  // An attempt of the release before counted fewer things.
  let report = { ...nothingDone, ...before };

  function add(task: SweepTask, workspaceId: string | null, pass: Pass): void {
    const failed = pass.failures.map((failure) => ({ task, workspaceId, ...failure }));
    report = {
      ...report,
      [task]: report[task] + pass.done,
      failures: [...report.failures, ...failed.map(nameOf)].slice(0, failuresNamedMax),
      failureCount: report.failureCount + failed.length,
    };
    failed.forEach(onFailure);
  }

  return { add, report: () => report };
}

const nameOf = ({ task, workspaceId, record }: SweepFailure) =>
  workspaceId === null ? `${task}: ${record}` : `${task} of ${workspaceId}: ${record}`;
