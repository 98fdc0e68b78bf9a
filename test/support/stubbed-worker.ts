import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import { type NativeConnection, Worker, type WorkflowBundleOption } from '@temporalio/worker';

import type { Activities } from '#activities/index.ts';

type Stub = (...args: unknown[]) => Promise<unknown>;

/** The activities of one workflow, as a test plays them. */
export interface Stubs {
  readonly activities: Partial<Activities>;
  readonly onCall: (name: string, args: readonly unknown[]) => void;
  readonly onMissing: (name: string) => void;
}

/** One worker for many workflows, each with activities of its own: a worker takes half a second to start. */
export async function startStubbedWorker({
  connection,
  taskQueue,
  workflowBundle,
}: {
  readonly connection: NativeConnection;
  readonly taskQueue: string;
  readonly workflowBundle: WorkflowBundleOption;
}) {
  const stubsOf = new Map<string, Stubs>();
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowBundle,
    // The default for every activity that has no function of its own.
    activities: { default: async (...args: unknown[]) => await dispatch(stubsOf, args) },
  });
  const running = worker.run();
  return {
    stub: (workflowId: string, stubs: Stubs): void => void stubsOf.set(workflowId, stubs),
    stop: async (): Promise<void> => {
      worker.shutdown();
      await running;
    },
  };
}

async function dispatch(stubsOf: ReadonlyMap<string, Stubs>, args: unknown[]): Promise<unknown> {
  const { activityType, workflowExecution } = activityInfo();
  const stubs = stubsOf.get(workflowExecution?.workflowId ?? '');
  const stub = (stubs?.activities as Partial<Record<string, Stub>> | undefined)?.[activityType];
  if (stubs === undefined || stub === undefined) {
    stubs?.onMissing(activityType);
    throw ApplicationFailure.nonRetryable('There is no stub.');
  }
  stubs.onCall(activityType, args);
  return await stub(...args);
}
