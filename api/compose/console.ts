import { signInFailures } from '#domain/session-limits.ts';
import { createQuotaStore } from '#store/quota.ts';
import { createSessions } from '#store/token/sessions.ts';
import type { ApiParts } from '../parts.ts';

/** The parts that only the console needs. */
export function buildConsole({
  redis,
  cacheRedis = redis,
  logger,
  stopping,
  liveHeartbeatMs = 15_000,
}: ApiParts) {
  return {
    liveHeartbeatMs,
    stopping: stopping ?? new AbortController().signal,
    sessions: createSessions({ redis }),
    failures: createQuotaStore({
      redis: cacheRedis,
      windowSeconds: signInFailures.windowSeconds,
      onUnavailable: (error) => logger.warn({ error }, 'wrong tokens are counted in this process'),
    }),
  };
}
