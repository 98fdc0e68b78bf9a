import { serves } from '../../domain/served.ts';
import { isMemoryFull, probeWrite } from '../../store/condition.ts';
import { createTemporalProbes } from '../../temporal/probes.ts';
import type { ServiceRuns } from '../../temporal/service-runs.ts';
import { createProbeParts, type ProbeDeps } from '../operations/service/probe-parts.ts';
import type { ObservedParts } from '../parts.ts';

/** The parts that this process depends on, one entry each. */
export function buildProbes(
  { config, redis, temporal }: ObservedParts,
  serviceRuns: ServiceRuns,
): ProbeDeps['probeParts'] {
  const { client } = temporal;
  const { workers, ...ofTemporal } = createTemporalProbes({ client, workers: serviceRuns.workers });
  const probes = {
    redis: () => probeWrite(redis),
    ...ofTemporal,
    ...(serves(config.SERVE, 'hooks') && { workers }),
  };
  return createProbeParts({ probes, isMemoryFull });
}
