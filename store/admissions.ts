import type { ErrorCode } from '../contracts/errors.ts';
import { limits } from '../domain/limits.ts';
import { type AdmitDeps, createAdmit } from './admission/admit.ts';
import { createClaims } from './admission/claim.ts';
import { createSkipPaused } from './admission/skip-paused.ts';
import { countKeys, countMoment } from './counts/count-keys.ts';
import type { Hook } from './hooks.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';

export type { Admission } from './admission/admit.ts';
export type { Arrival } from './admission/arrival.ts';

const countRequestScript = script('count-request', ['count']);
const noteDuplicateScript = script('note-duplicate', ['publish-change', 'count', 'note-duplicate']);

/** Admission to a workspace: which deliveries are taken, and the two-phase claim on an event. */
export function createAdmissions({
  redis,
  storageLimits,
  now = Date.now,
}: AdmitDeps & { readonly now?: () => number }) {
  /**
   * Counts a request that was refused before it could be admitted: against the flood limit all the same, and among the
   * refusals with this code. Null: the sender itself broke off.
   */
  async function countRequest(hook: Hook, code: ErrorCode | null): Promise<void> {
    const nowMs = now();
    await countRequestScript(
      redis,
      [keys.hookFlood(hook.workspaceId, hook.automationId), ...countKeys(hook, nowMs)],
      [String(limits.hookRequestsPerMinute), code ?? '', code === null ? '' : countMoment(nowMs)],
    );
  }

  /** Counts a duplicate of a delivery that was still being started when it was admitted. */
  async function noteDuplicate(hook: Hook, deliveryId: string): Promise<void> {
    const nowMs = now();
    await noteDuplicateScript(
      redis,
      [keys.run(hook.workspaceId, deliveryId), ...countKeys(hook, nowMs)],
      [countMoment(nowMs)],
    );
  }

  return {
    countRequest,
    noteDuplicate,
    admit: createAdmit({ redis, storageLimits }),
    ...createClaims({ redis }),
    skipPaused: createSkipPaused({ redis }),
  };
}

export type Admissions = ReturnType<typeof createAdmissions>;
