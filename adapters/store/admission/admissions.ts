import type { ErrorCode } from '#contracts/errors.ts';
import { noStorageLimits } from '#domain/storage-limits.ts';
import { type AdmitDeps, createAdmit } from './admit.ts';
import { type Arrival, arrivalFields } from './arrival.ts';
import { createClaims } from './claim.ts';
import { createSkip } from './skip.ts';
import { countKeys, countMoment } from '../counts/count-keys.ts';
import type { Hook } from '../automation/hooks.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const repeatKeys = ({ workspaceId }: Hook, { deliveryId }: Arrival): string[] => [
  keys.run(workspaceId, deliveryId),
  keys.repeats(workspaceId, deliveryId),
  keys.keptRepeat(workspaceId, deliveryId),
];

export type { Admission, Skipping } from './admission.ts';
export type { Arrival } from './arrival.ts';

const countRefusalScript = script('count-refusal', ['count']);
const noteDuplicateScript = script('note-duplicate', [
  'fields-of',
  'publish-change',
  'count',
  'storage',
  'note-duplicate',
]);

/** Admission to a workspace: which deliveries are taken, and the two-phase claim on an event. */
export function createAdmissions({
  redis,
  storageLimits = noStorageLimits,
  loopRoundsMax,
  onEnded,
  now = Date.now,
}: AdmitDeps & { readonly now?: () => number }) {
  async function countRefusal(hook: Hook, code: ErrorCode): Promise<void> {
    const nowMs = now();
    await countRefusalScript(redis, countKeys(hook, nowMs), [code, countMoment(nowMs)]);
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
    countRefusal,
    noteDuplicate,
    ...createAdmit({ redis, storageLimits, loopRoundsMax, onEnded }),
    ...createClaims({ redis }),
    skip: createSkip({ redis, storageLimits }),
  };
}

export type Admissions = ReturnType<typeof createAdmissions>;
