import { createServiceRuns } from '#temporal/service-runs.ts';
import type { startApi } from './service.ts';
import { until } from './until.ts';

/**
 * Asks the queue of the runs once, as a worker does: Temporal then knows a poller for some minutes, which `/readyz` wants. To be
 * called before there are runs, which it would take.
 */
export async function pollOnce({
  temporal,
  runsQueue,
}: Pick<Awaited<ReturnType<typeof startApi>>, 'temporal' | 'runsQueue'>): Promise<void> {
  const { client, namespace } = temporal;
  const end = new AbortController();
  const poll = { namespace, taskQueue: { name: runsQueue }, identity: 'poller of a test' };
  const polling = client
    .withAbortSignal(end.signal, () =>
      client.withDeadline(Date.now() + 60_000, () => client.workflowService.pollWorkflowTaskQueue(poll)),
    )
    .catch(() => undefined);
  const { workers } = createServiceRuns({
    client,
    taskQueue: runsQueue,
    silentWorkers: async () => new Set(),
  });
  await until('the poller', async () => (await workers()) > 0, { timeoutMs: 60_000, everyMs: 50 });
  end.abort();
  await polling;
}
