import { limits } from '../domain/limits.ts';
import { createAdmit } from './admission/admit.ts';
import { createClaims } from './admission/claim.ts';
import { createSkipPaused } from './admission/skip-paused.ts';
import type { Redis } from './connect.ts';
import type { Hook } from './hooks.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';

export type { Admission } from './admission/admit.ts';
export type { Arrival } from './admission/arrival.ts';

const countRequestScript = script('count-request');

/** Admission to a workspace: which deliveries are taken, and the two-phase claim on an event. */
export function createAdmissions({ redis }: { redis: Redis }) {
  /** Counts a request that was refused before it could be admitted: it counts against the flood limit all the same. */
  async function countRequest({ workspaceId, automationId }: Hook): Promise<void> {
    await countRequestScript(
      redis,
      [keys.hookFlood(workspaceId, automationId)],
      [String(limits.hookRequestsPerMinute)],
    );
  }

  return {
    countRequest,
    admit: createAdmit({ redis }),
    ...createClaims({ redis }),
    skipPaused: createSkipPaused({ redis }),
  };
}

export type Admissions = ReturnType<typeof createAdmissions>;
