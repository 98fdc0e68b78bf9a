import type { Worker } from '@temporalio/worker';

import { type Served, serves } from '#domain/served.ts';
import { workflowBundle } from './bundle.ts';
import { createComputeWorker, createRunsWorker } from './worker.ts';

type Common = Omit<Parameters<typeof createRunsWorker>[0], 'workflowBundle' | 'activities'> &
  Omit<Parameters<typeof createComputeWorker>[0], 'activities' | 'slots'>;

interface Work {
  readonly served: Served;
  readonly runsActivities: object;
  readonly computeActivities: object;
  readonly computeSlots: number;
  /** Whether workflows tell of themselves to OpenTelemetry. */
  readonly isTraced: boolean;
}

/** The workers of a process: one for runs, one for what needs a processor, each where its share is served. */
export async function createWorkers(
  common: Common,
  { served, runsActivities, computeActivities, computeSlots, isTraced }: Work,
): Promise<readonly Worker[]> {
  const runsWorker = async () =>
    createRunsWorker({
      ...common,
      workflowBundle: await workflowBundle({ isTraced }),
      activities: runsActivities,
    });
  const computeWorker = () =>
    createComputeWorker({ ...common, activities: computeActivities, slots: computeSlots });
  return await Promise.all([
    ...(serves(served, 'hooks') ? [runsWorker()] : []),
    ...(serves(served, 'tools') ? [computeWorker()] : []),
  ]);
}
