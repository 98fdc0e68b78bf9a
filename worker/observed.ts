import type { WorkerInterceptors, WorkerOptions } from '@temporalio/worker';
import type { WorkContext, WorkIds } from '#platform/work-context.ts';

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

type ActivityInterceptorsFactory = NonNullable<WorkerInterceptors['activity']>[number];

const names = ['workspaceId', 'automationId', 'conversationId', 'deliveryId'] as const;

/** Log lines and spans of an activity tell the run that it belongs to, which is its first argument. */
export const inRunContext =
  (work: WorkContext): ActivityInterceptorsFactory =>
  () => ({
    inbound: { execute: (input, next) => work.run(idsOf(input.args[0]), () => next(input)) },
    // The SDK keeps lines back and writes them later, outside of the activity.
    outbound: { getLogAttributes: (input, next) => next({ ...input, ...work.lineFields() }) },
  });

function idsOf(run: unknown): WorkIds {
  if (typeof run !== 'object' || run === null) return {};
  const fields = new Map<string, unknown>(Object.entries(run));
  return Object.fromEntries(
    names.flatMap((name) => {
      const id = fields.get(name);
      return typeof id === 'string' ? [[name, id]] : [];
    }),
  );
}
