import type { Blobs } from '#blobs/blobs.ts';
import { createBlobsProbe } from '#blobs/probe.ts';
import type { Logger } from '#platform/logger.ts';
import { createProbeParts } from '#platform/probe-parts.ts';
import { isMemoryFull, probeWrite } from '#store/condition.ts';
import type { Redis } from '#store/connection/connect.ts';
import { jobsArea } from '#store/jobs/names.ts';

interface ProbedParts {
  readonly redis: Redis;
  readonly blobs: Blobs;
  readonly logger: Logger;
}

/** The parts that a worker depends on; whether it polls Temporal it knows itself. */
export function composeProbes({ redis, blobs, logger }: ProbedParts) {
  const probeBlobs = createBlobsProbe({ blobs, area: jobsArea, logger });
  const probes = { redis: () => probeWrite(redis), blobs: probeBlobs };
  return { probeBlobs, probeParts: createProbeParts({ probes, isMemoryFull }) };
}
