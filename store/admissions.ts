import type { ErrorCode } from '../contracts/errors.ts';
import { limits } from '../domain/limits.ts';
import { type AdmitDeps, createAdmit } from './admission/admit.ts';
import { type Arrival, arrivalFields } from './admission/arrival.ts';
import { createClaims } from './admission/claim.ts';
import { createSkip } from './admission/skip.ts';
import { countKeys, countMoment } from './counts/count-keys.ts';
import type { Hook } from './hooks.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';

const repeatKeys = ({ workspaceId }: Hook, { deliveryId }: Arrival): string[] => [
  keys.run(workspaceId, deliveryId),
  keys.repeats(workspaceId, deliveryId),
  keys.keptRepeat(workspaceId, deliveryId),
];

export type { Admission, Skipping } from './admission/admit.ts';
export type { Arrival } from './admission/arrival.ts';

const countRequestScript = script('count-request', ['count']);
const noteDuplicateScript = script('note-duplicate', [
  'publish-change',
  'count',
  'storage',
  'note-duplicate',
]);

/** Admission to a workspace: which deliveries are taken, and the two-phase claim on an event. */
export function createAdmissions({
  redis,
  storageLimits,
  loopRoundsMax,
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

  /**
   * Notes a duplicate of a delivery that was still being started when it was admitted. Says when that arrived, in epoch
   * milliseconds; null where nothing is known of it.
   */
  async function noteDuplicate(hook: Hook, arrival: Arrival): Promise<number | null> {
    const nowMs = now();
    const firstReceivedAt = await noteDuplicateScript(
      redis,
      [...repeatKeys(hook, arrival), ...countKeys(hook, nowMs)],
      [countMoment(nowMs), arrival.body, ...arrivalFields(hook, arrival)],
    );
    return Number(firstReceivedAt) || null;
  }

  return {
    countRequest,
    noteDuplicate,
    admit: createAdmit({ redis, storageLimits, loopRoundsMax }),
    ...createClaims({ redis }),
    skip: createSkip({ redis, storageLimits }),
  };
}

export type Admissions = ReturnType<typeof createAdmissions>;
