import { createBlobsProbe } from '#blobs/probe.ts';
import { serves } from '#domain/served.ts';
import { createProbeParts, type ProbeDeps } from '#platform/probe-parts.ts';
import { isMemoryFull, probeWrite } from '#store/condition.ts';
import { jobsArea } from '#store/jobs/names.ts';
import { createTemporalProbes } from '#temporal/probes.ts';
import type { ServiceRuns } from '#temporal/service-runs.ts';
import type { ObservedParts } from '../parts.ts';

/** The parts that this process depends on, one entry each. */
export function buildProbes(
  { config, redis, blobs, temporal, logger }: ObservedParts,
  serviceRuns: ServiceRuns,
): ProbeDeps & { readonly probeBlobs: () => Promise<void> } {
  const { client } = temporal;
  const { workers, ...ofTemporal } = createTemporalProbes({ client, workers: serviceRuns.workers });
  const probeBlobs = createBlobsProbe({ blobs, area: jobsArea, logger });
  const probes = {
    redis: () => probeWrite(redis),
    blobs: probeBlobs,
    ...ofTemporal,
    ...(serves(config.SERVE, 'hooks') && { workers }),
  };
  return { probeParts: createProbeParts({ probes, isMemoryFull }), probeBlobs };
}
