import type { Worker } from '@temporalio/worker';

import { workflowBundle } from './bundle.ts';
import { createComputeWorker, createRunsWorker } from './worker.ts';

type Common = Omit<Parameters<typeof createRunsWorker>[0], 'workflowBundle' | 'activities'> &
  Omit<Parameters<typeof createComputeWorker>[0], 'activities' | 'slots'>;

interface Work {
  readonly runsActivities: object;
  readonly computeActivities: object;
  readonly computeSlots: number;
  /** Whether workflows tell of themselves to OpenTelemetry. */
  readonly isTraced: boolean;
}

/** The workers of a process: one for runs, one for what needs a processor. */
export async function createWorkers(
  common: Common,
  { runsActivities, computeActivities, computeSlots, isTraced }: Work,
): Promise<readonly Worker[]> {
  const bundle = await workflowBundle({ isTraced });
  return await Promise.all([
    createRunsWorker({ ...common, workflowBundle: bundle, activities: runsActivities }),
    createComputeWorker({ ...common, activities: computeActivities, slots: computeSlots }),
  ]);
}
