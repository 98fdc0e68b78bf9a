import { signInFailures } from '../../domain/session-limits.ts';
import { createQuotaStore } from '../../store/quota.ts';
import { createSessions } from '../../store/sessions.ts';
import type { ApiParts } from '../parts.ts';

/** What only the console needs. */
export function buildConsole({ redis, logger }: ApiParts) {
  return {
    sessions: createSessions({ redis }),
    failures: createQuotaStore({
      redis,
      windowSeconds: signInFailures.windowSeconds,
      onUnavailable: (error) => logger.warn({ error }, 'wrong tokens are counted in this process'),
    }),
  };
}
