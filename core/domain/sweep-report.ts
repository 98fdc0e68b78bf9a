const nothing = {
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
  /** Erasures whose data the files of Redis hold no more. */
  filesRewritten: 0,
};

export type SweepTask = keyof typeof nothing;

/** How many items each task processed. */
export type SweepReport = Readonly<Record<SweepTask, number>> & {
  /** The first failures, such as `recordsExpired of ws_1: automation aut_1`. */
  readonly failures: readonly string[];
  readonly failureCount: number;
};

const failuresNamedMax = 20;

/** One report of several. That of an earlier release may count fewer things. */
export function sumOfReports(reports: readonly Partial<SweepReport>[]): SweepReport {
  const sum = (name: SweepTask | 'failureCount') =>
    reports.reduce((total, report) => total + (report[name] ?? 0), 0);
  const tasks = Object.keys(nothing) as SweepTask[];
  return {
    ...(Object.fromEntries(tasks.map((task) => [task, sum(task)])) as Record<SweepTask, number>),
    failures: reports.flatMap(({ failures = [] }) => failures).slice(0, failuresNamedMax),
    failureCount: sum('failureCount'),
  };
}
