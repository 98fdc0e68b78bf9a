import { localDay } from '#domain/local-day.ts';
import { defaultLoopRoundsMax } from '#domain/loop.ts';
import { limits } from '#domain/limits.ts';
import { type StorageLimit, type StorageLimits, noStorageLimits } from '#domain/storage-limits.ts';
import { isOfOwner } from '#domain/of-owner.ts';
import type { DoorReason } from '#domain/skipped-at-door.ts';
import type { Redis } from '../connection/connect.ts';
import { countKeys, countMoment } from '../counts/count-keys.ts';
import { createAskByZone } from '../automation/ask-by-zone.ts';
import type { Hook } from '../automation/hooks.ts';
import { keys } from '../records/index.ts';
import { named, script } from '../script.ts';
import { createWorkNotes } from '../sweep/note-work.ts';
import { type Arrival, arrivalFields } from './arrival.ts';

/** No run is to be started. */
export interface Skipping {
  readonly status: DoorReason;
  readonly automationName: string;
  readonly revision: number;
  readonly agentId: string;
}

export type Admission =
  | { readonly status: 'retired' | 'suspended' }
  | Skipping
  /** The sender of the automation changed since the delivery was judged. */
  | { readonly status: 'stale' }
  /** Null: when its first arrived cannot be read. */
  | { readonly status: 'duplicate'; readonly firstReceivedAt: number | null }
  | { readonly status: 'flood' | 'rate'; readonly retryAfterMs: number }
  | { readonly status: 'storage'; readonly limit: StorageLimit }
  /** `hold`: what the automation holds; `line`: the deliveries of its reference; `wait`: its runs that wait. Absent: the slots. */
  | { readonly status: 'full'; readonly of?: 'hold' | 'line' | 'wait' }
  /** Stored for good, to be run once there is room. `isFirst`: nothing was held before it. */
  | { readonly status: 'held'; readonly isFirst: boolean }
  /** Stored for good, with a slot: its run is to be started. */
  | { readonly status: 'stored'; readonly automationName: string }
  /** Written under a short lease. A contender found the claim of another request that is still being started. */
  | { readonly status: 'claimed'; readonly by: 'first' | 'contender'; readonly automationName: string };

const admitScript = script('admit', [
  'publish-change',
  'count',
  'storage',
  'note-duplicate',
  'budget',
  'slots',
  'index-delivery',
  'note-refusal',
  'line',
  'held',
]);

/** Longer than any answer of the intake may take, so that a claim outlives its own request. */
const claimLeaseMs = 30_000;

export interface AdmitDeps {
  readonly redis: Redis;
  /** Default: none. */
  readonly storageLimits?: StorageLimits | undefined;
  /** A delivery of a later round of a loop is not run. */
  readonly loopRoundsMax?: number | undefined;
}

/** Those of an admission, none of them left out. */
export interface Limits {
  readonly redis: Redis;
  readonly storageLimits: StorageLimits;
  readonly loopRoundsMax: number;
}

interface Attempt {
  readonly attempt: 'new' | 'again' | 'started';
  readonly senderVersion?: number | null;
}

export function createAdmit({
  redis,
  storageLimits = noStorageLimits,
  loopRoundsMax = defaultLoopRoundsMax,
}: AdmitDeps) {
  const askByZone = createAskByZone();
  const askAdmission = createAskAdmission({ redis, storageLimits, loopRoundsMax });
  const noteWork = createWorkNotes({ redis });

  /**
   * Claims the event, a slot and a share of the minute, and writes the record: all in one step, or nothing. A delivery that
   * was refused for want of a slot comes `again` when one was found. A run that is `started` already gets its record
   * whatever the limits, and although the automation was paused or deleted since. With a `senderVersion` only what was
   * judged by the present sender is taken.
   */
  return async function admit(
    hook: Hook,
    arrival: Arrival,
    { attempt, senderVersion = null }: Attempt,
  ): Promise<Admission> {
    const { workspaceId } = hook;
    const answer = await askByZone(workspaceId, async (zone) => {
      const asked = askAdmission(hook, arrival, { attempt, senderVersion, zone });
      return (await Promise.all([asked, noteWork(workspaceId)]))[0];
    });
    return admissionOf(answer);
  };
}

const { hookRequestsPerMinute, deliveriesPerMinute, concurrentDeliveries: slots } = limits;
const { heldDeliveriesMax, heldBytesMax, heldForMsMax, lineMax, waitingRunsMax } = limits;
/** The same for every delivery, by the names that the script reads. */
const usualLimits = {
  leaseMs: claimLeaseMs,
  hookRequestsPerMinute,
  deliveriesPerMinute,
  slots,
  heldDeliveriesMax,
  heldBytesMax,
  heldForMsMax,
  lineMax,
  waitingRunsMax,
} as const;

function createAskAdmission({ redis, storageLimits, loopRoundsMax }: Limits) {
  return async function askAdmission(
    hook: Hook,
    arrival: Arrival,
    { attempt, senderVersion, zone }: Required<Attempt> & { readonly zone: string | null },
  ): Promise<readonly string[]> {
    const { workspaceId, automationId } = hook;
    const { deliveryId } = arrival;
    const receivedAtMs = arrival.receivedAt.getTime();
    // Only what a sender sent is a duplicate, or refused at the door.
    const isCounted = attempt !== 'started' && !isOfOwner(arrival);
    const day = zone === null ? '' : localDay(arrival.receivedAt, zone);
    const asked = {
      ...usualLimits,
      ...storageLimits,
      deliveryId,
      reference: arrival.reference ?? undefined,
      attempt,
      // Nothing is counted without a moment.
      moment: isCounted ? countMoment(receivedAtMs) : '',
      // A delivery that no sender judged has no version.
      senderVersion: senderVersion === null ? undefined : String(senderVersion),
      // Both are of the budget, and unknown before the workspace was asked for its zone.
      zone: zone ?? '',
      day,
      isLoop: (arrival.round ?? 0) > loopRoundsMax,
    };
    return (await admitScript(
      redis,
      [
        keys.automation(workspaceId, automationId),
        keys.run(workspaceId, deliveryId),
        keys.body(workspaceId, deliveryId),
        keys.minute(workspaceId),
        keys.slots(workspaceId),
        keys.hookFlood(workspaceId, automationId),
        keys.workspace(workspaceId),
        keys.repeats(workspaceId, deliveryId),
        keys.keptRepeat(workspaceId, deliveryId),
        keys.budgetRuns(workspaceId, automationId, day),
        keys.budgetUse(workspaceId, automationId, day),
        ...countKeys(hook, receivedAtMs),
      ],
      [named(asked), arrival.body, ...arrivalFields(hook, arrival)],
    )) as string[];
  };
}

function admissionOf([first, ...rest]: readonly string[]): Admission {
  const status = first as Admission['status'];
  const [one = '', two = '', three = ''] = rest;
  switch (status) {
    case 'retired':
    case 'suspended':
    case 'stale':
      return { status };
    case 'full':
      return one === 'hold' || one === 'line' || one === 'wait' ? { status, of: one } : { status };
    case 'duplicate':
      return { status, firstReceivedAt: Number(one) || null };
    case 'paused':
    case 'loop':
    case 'budget':
      return { status, automationName: one, revision: Number(two), agentId: three };
    case 'storage':
      return { status, limit: one === 'day' ? 'day' : 'total' };
    case 'flood':
    case 'rate':
      return { status, retryAfterMs: Number(one) };
    case 'held':
      return { status, isFirst: one === 'first' };
    case 'stored':
      return { status, automationName: one };
    case 'claimed':
      return { status: 'claimed', by: one === 'first' ? 'first' : 'contender', automationName: two };
  }
}
