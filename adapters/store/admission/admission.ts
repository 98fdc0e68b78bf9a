import type { DoorReason } from '#domain/skipped-at-door.ts';
import type { StorageLimit } from '#domain/storage-limits.ts';

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
  /** The sender of the automation, or its condition, changed since the delivery was judged. */
  | { readonly status: 'stale' }
  /** Null: when its first arrived cannot be read. */
  | { readonly status: 'duplicate'; readonly firstReceivedAt: number | null }
  /** `most`: requests that the hook, or deliveries that the workspace, may get in a minute. */
  | { readonly status: 'flood'; readonly retryAfterMs: number; readonly most: number }
  | { readonly status: 'rate'; readonly retryAfterMs: number; readonly most: number }
  | { readonly status: 'storage'; readonly limit: StorageLimit }
  /** `hold`: what the automation holds; `line`: the deliveries of its reference; `wait`: its runs that wait. */
  | { readonly status: 'full'; readonly of: 'hold' | 'line' | 'wait' }
  /** All slots of the workspace are taken: how many there are. */
  | { readonly status: 'full'; readonly slots: number }
  /** Stored for good, to be run once there is room. `isFirst`: nothing was held before it. */
  | { readonly status: 'held'; readonly isFirst: boolean }
  /** Stored for good as skipped: it certainly does not match. `toldTargets`: the targets of events to be woken. */
  | { readonly status: 'filtered'; readonly toldTargets: readonly string[] }
  /** Stored for good, with a slot: its run is to be started. */
  | { readonly status: 'stored'; readonly automationName: string }
  /** Written under a short lease. A contender found the claim of another request that is still being started. */
  | { readonly status: 'claimed'; readonly by: 'first' | 'contender'; readonly automationName: string };

/** The answer to a check: an admission, as far as it is not a question of room. */
export type Prospect =
  | Exclude<Admission, { status: 'rate' | 'storage' | 'full' | 'held' | 'filtered' | 'stored' | 'claimed' }>
  /** The first of its event. */
  | { readonly status: 'new' };

/** Reads the answer of `admit.lua`. */
export function admissionOf([first, ...rest]: readonly string[]): Admission {
  const status = first as Admission['status'];
  const [one = '', two = '', three = ''] = rest;
  switch (status) {
    case 'retired':
    case 'suspended':
    case 'stale':
      return { status };
    case 'full':
      return one === 'hold' || one === 'line' || one === 'wait'
        ? { status, of: one }
        : { status, slots: Number(two) };
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
      return { status, retryAfterMs: Number(one), most: Number(two) };
    case 'held':
      return { status, isFirst: one === 'first' };
    case 'filtered':
      return { status, toldTargets: rest };
    case 'stored':
      return { status, automationName: one };
    case 'claimed':
      return { status: 'claimed', by: one === 'first' ? 'first' : 'contender', automationName: two };
  }
}
