import { limits } from '../../domain/limits.ts';
import { noStorageLimits, type StorageLimit, type StorageLimits } from '../../domain/storage-limits.ts';
import type { Redis } from '../connect.ts';
import { countKeys, countMoment } from '../counts/count-keys.ts';
import type { Hook } from '../hooks.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import { type Arrival, arrivalFields } from './arrival.ts';

export type Admission =
  | { readonly status: 'retired' | 'suspended' }
  | {
      readonly status: 'paused';
      readonly automationName: string;
      readonly revision: number;
      readonly agentId: string;
    }
  /** The sender of the automation changed since the delivery was judged. */
  | { readonly status: 'stale' }
  | { readonly status: 'duplicate' }
  | { readonly status: 'flood' | 'rate'; readonly retryAfterMs: number }
  | { readonly status: 'storage'; readonly limit: StorageLimit }
  | { readonly status: 'full' }
  /** Written under a short lease. A contender found the claim of another request that is still being started. */
  | { readonly status: 'claimed'; readonly by: 'first' | 'contender'; readonly automationName: string };

const admitScript = script('admit', ['publish-change', 'count', 'note-duplicate', 'storage']);

/** Longer than any answer of the intake may take, so that a claim outlives its own request. */
const claimLeaseMs = 30_000;

export interface AdmitDeps {
  readonly redis: Redis;
  /** Default: none. */
  readonly storageLimits?: StorageLimits | undefined;
}

export function createAdmit({ redis, storageLimits = noStorageLimits }: AdmitDeps) {
  /**
   * Claims the event, a slot and a share of the minute, and writes the record: all in one step, or nothing. What was
   * refused for want of a slot comes `again` when one was found. A run that is `started` already gets its record whatever
   * the limits, and although the automation was paused or deleted since. With a `senderVersion` only what was judged by
   * the present sender is taken.
   */
  return async function admit(
    hook: Hook,
    arrival: Arrival,
    {
      attempt,
      senderVersion = null,
    }: { readonly attempt: 'new' | 'again' | 'started'; readonly senderVersion?: number | null },
  ): Promise<Admission> {
    const { workspaceId, automationId } = hook;
    const { deliveryId, replayOf } = arrival;
    const receivedAtMs = arrival.receivedAt.getTime();
    // Only what a sender sent is a duplicate, or refused at the door.
    const isCounted = attempt !== 'started' && replayOf === null;
    const answer = (await admitScript(
      redis,
      [
        keys.automation(workspaceId, automationId),
        keys.run(workspaceId, deliveryId),
        keys.body(workspaceId, deliveryId),
        keys.minute(workspaceId),
        keys.slots(workspaceId),
        keys.hookFlood(workspaceId, automationId),
        keys.workspace(workspaceId),
        ...countKeys(hook, receivedAtMs),
      ],
      [
        deliveryId,
        String(limits.hookRequestsPerMinute),
        String(limits.deliveriesPerMinute),
        String(limits.concurrentDeliveries),
        String(claimLeaseMs),
        attempt,
        isCounted ? countMoment(receivedAtMs) : '',
        senderVersion === null ? '' : String(senderVersion),
        arrival.body,
        String(storageLimits.storedBytesMax),
        String(storageLimits.storedBytesPerDay),
        ...arrivalFields(hook, arrival),
      ],
    )) as string[];
    return admissionOf(answer);
  };
}

function admissionOf([status, ...rest]: string[]): Admission {
  const [one = '', two = '', three = ''] = rest;
  switch (status as Admission['status']) {
    case 'retired':
    case 'suspended':
    case 'stale':
    case 'duplicate':
    case 'full':
      return { status } as Admission;
    case 'paused':
      return { status: 'paused', automationName: one, revision: Number(two), agentId: three };
    case 'storage':
      return { status: 'storage', limit: one === 'day' ? 'day' : 'total' };
    case 'flood':
    case 'rate':
      return { status, retryAfterMs: Number(one) } as Admission;
    case 'claimed':
      return { status: 'claimed', by: one === 'first' ? 'first' : 'contender', automationName: two };
  }
}
