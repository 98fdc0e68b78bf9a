import type { WorkerInterceptors, WorkerOptions } from '@temporalio/worker';

import type { WorkContext } from '#platform/work-context.ts';
import { inRunContext } from './run-context.ts';

type ActivityInterceptors = NonNullable<WorkerInterceptors['activity']>;
type Inbound = ReturnType<ActivityInterceptors[number]>['inbound'];

interface TracingSdk {
  readonly activityInterceptor: (
    context: Parameters<ActivityInterceptors[number]>[0],
  ) => NonNullable<Inbound>;
  readonly sinks: NonNullable<WorkerOptions['sinks']>;
}

/** The options that make a worker report its activities, and its workflows if they are traced. */
export function observedBy(
  work: WorkContext,
  sdk: TracingSdk | null,
): Pick<WorkerOptions, 'interceptors' | 'sinks'> {
  const traced: ActivityInterceptors =
    sdk === null ? [] : [(context) => ({ inbound: sdk.activityInterceptor(context) })];
  return {
    interceptors: { activity: [...traced, inRunContext(work)] },
    ...(sdk !== null && { sinks: sdk.sinks }),
  };
}

export type Observed = ReturnType<typeof observedBy>;
