import { openBlobs } from '#blobs/open.ts';
import { memoryBytes, memoryShares } from '#compute/memory.ts';
import { createApiVersions } from '#domain/api-versions.ts';
import { createByteBudget } from '#domain/byte-budget.ts';
import { createMetrics } from '#platform/metrics/create-metrics.ts';
import { observeBlobs } from '#platform/metrics/observe-blobs.ts';
import { noTracing } from '#platform/tracing/tracing.ts';
import { createWorkContext } from '#platform/work-context.ts';
import { createSharedTotals } from '#store/workspace/shared-totals.ts';
import { readMemory } from '#store/connection/memory.ts';
import { serviceProofs } from '#store/service-proofs.ts';
import { redisProblemOf } from '#store/connection/unavailable.ts';
import { createApp } from './app.ts';
import { readStoredEnglish } from '#meaning/read-stored.ts';
import { buildConsole } from './compose/console.ts';
import { buildDoor } from './compose/door.ts';
import { buildEvents } from './compose/events.ts';
import { buildNetworkAccess } from './compose/network-access.ts';
import { buildProbes } from './compose/probes.ts';
import { buildPublicApi } from './compose/public-api.ts';
import { buildRecords } from './compose/records.ts';
import { buildRuns } from './compose/runs.ts';
import { buildWaitlist } from './compose/waitlist.ts';
import type { ApiParts } from './parts.ts';
import { createMetricsPage } from './metrics-page.ts';

/** Builds the API from its parts. */
export function composeApi(parts: ApiParts) {
  const { config, logger, redis } = parts;
  const metrics = createMetrics('api');
  const { tracing = noTracing, work = createWorkContext(tracing) } = parts;
  const blobs = observeBlobs(openBlobs(config), metrics, logger);
  const observed = { ...parts, metrics, tracing, blobs };
  const { tools, imagePool, ...publicApi } = buildPublicApi(observed);
  const events = buildEvents(observed);
  const records = buildRecords(observed, events);
  const runs = buildRuns(observed, events);
  const { probeParts, probeBlobs } = buildProbes(observed, runs.serviceRuns);
  const bodyBudget = createByteBudget(parts.bodyBytesMax ?? memoryShares(memoryBytes()).bodyBytes);
  const app = createApp({
    versions: createApiVersions(),
    logger,
    metrics,
    tracing,
    work,
    adminToken: config.ADMIN_TOKEN,
    publicUrl: config.PUBLIC_URL,
    bodyBudget,
    proveService: (challenge) => serviceProofs(challenge, config.MASTER_KEYS)[0],
    served: config.SERVE,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
    tools,
    ...publicApi,
    ...buildWaitlist(parts),
    ...events,
    ...records,
    ...runs,
    ...buildDoor(parts, { ...records, ...runs }),
    ...buildNetworkAccess(observed, events),
    ...buildConsole(parts),
    isStopping: () => parts.stopping?.aborted === true,
    storeProblemOf: redisProblemOf,
    probeParts,
  });
  const memory = () => readMemory(redis);
  const totals = createSharedTotals(redis, records.totals);
  const page = { probeParts, ...records, ...runs, totals, metrics, bodyBudget, memory, now: Date.now };
  const close = async () => {
    records.live.close();
    publicApi.awaitedResults.close();
    const { apiDocuments } = publicApi;
    const pools = [tools, imagePool, apiDocuments].map((pool) => pool.close());
    await Promise.all([records.doorLedger.flush(), ...pools]);
  };
  const readStored = () => readStoredEnglish(records, logger);
  return { app, metricsPage: createMetricsPage(page), probeBlobs, readStored, warmUp: tools.warmUp, close };
}
