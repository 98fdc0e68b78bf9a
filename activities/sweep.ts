import { attempt, type Pass, type PassFailure } from '../domain/pass.ts';
import type { Jobs } from '../store/jobs/jobs.ts';
import type { Retention } from '../store/retention.ts';
import type { SecretRotation } from '../store/secret-rotation.ts';
import type { Workspaces } from '../store/workspaces.ts';
import { withHeartbeat } from './with-heartbeat.ts';

type WorkspaceTask = (workspaceId: string) => Promise<Pass>;

export interface SweepDeps {
  readonly jobs: Pick<Jobs, 'sweep'>;
  readonly messageRecovery: { readonly requeue: WorkspaceTask };
  /** Receives each failure with its error, which must stay out of the report: reports enter the workflow history. */
  readonly onSweepFailure: (failure: SweepFailure) => void;
  readonly retention: Retention;
  readonly secretRotation: SecretRotation;
  readonly slots: { readonly reclaim: WorkspaceTask };
  readonly workspaces: Pick<Workspaces, 'listIds'>;
}

export interface SweepFailure extends PassFailure {
  readonly task: string;
  readonly workspaceId: string | null;
}

/** How many items each task processed. */
export interface SweepReport {
  readonly slotsReclaimed: number;
  readonly messagesRequeued: number;
  readonly recordsExpired: number;
  readonly jobFoldersRemoved: number;
  readonly secretsRewrapped: number;
  /** The first failures, such as `recordsExpired of ws_1: automation aut_1`. */
  readonly failures: readonly string[];
  readonly failureCount: number;
}

const failuresNamedMax = 20;

/**
 * Scheduled cleanup: slots that ended runs did not release, chat messages that no workflow processes, expired records,
 * job folders left by a crash, and secrets wrapped by an old master key. A failing workspace or record is reported and
 * does not stop the others.
 */
export function sweepActivities(deps: SweepDeps) {
  const { jobs, messageRecovery, retention, secretRotation, slots, workspaces } = deps;
  const workspaceTasks = {
    slotsReclaimed: slots.reclaim,
    messagesRequeued: messageRecovery.requeue,
    recordsExpired: retention.removeExpired,
    secretsRewrapped: secretRotation.rotate,
  };
  async function sweepWorkspaces(): Promise<SweepReport> {
    const tally = createTally(deps.onSweepFailure);
    return await withHeartbeat(async (signal) => {
      for (const workspaceId of await workspaces.listIds()) {
        for (const [task, work] of entriesOf(workspaceTasks)) {
          signal.throwIfAborted();
          tally.add(task, workspaceId, await passOf(() => work(workspaceId)));
        }
      }
      tally.add('jobFoldersRemoved', null, await attempt('job folders', () => jobs.sweep()));
      return tally.report();
    });
  }

  return { sweepWorkspaces };
}

type Task = Exclude<keyof SweepReport, 'failures' | 'failureCount'>;

const entriesOf = (tasks: Readonly<Partial<Record<Task, WorkspaceTask>>>) =>
  Object.entries(tasks) as [Task, WorkspaceTask][];

/** A task that fails as a whole is one failure. */
async function passOf(work: () => Promise<Pass>): Promise<Pass> {
  try {
    return await work();
  } catch (error) {
    return { done: 0, failures: [{ record: 'the whole task', error }] };
  }
}

function createTally(onFailure: SweepDeps['onSweepFailure']) {
  const done: Record<Task, number> = {
    slotsReclaimed: 0,
    messagesRequeued: 0,
    recordsExpired: 0,
    jobFoldersRemoved: 0,
    secretsRewrapped: 0,
  };
  const failed: SweepFailure[] = [];

  function add(task: Task, workspaceId: string | null, pass: Pass): void {
    done[task] += pass.done;
    for (const { record, error } of pass.failures) {
      const failure = { task, workspaceId, record, error };
      failed.push(failure);
      onFailure(failure);
    }
  }

  const nameOf = ({ task, workspaceId, record }: SweepFailure) =>
    workspaceId === null ? `${task}: ${record}` : `${task} of ${workspaceId}: ${record}`;

  const report = (): SweepReport => ({
    ...done,
    failures: failed.slice(0, failuresNamedMax).map(nameOf),
    failureCount: failed.length,
  });

  return { add, report };
}
