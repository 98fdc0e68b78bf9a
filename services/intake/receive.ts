import { isDefect } from '#domain/defect.ts';
import { isOfOwner } from '#domain/of-owner.ts';
import { newId } from '#domain/ids.ts';
import type { Admission, Admissions, Arrival, Skipping } from '#store/admission/admissions.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { Replication } from '#store/connection/replication.ts';
import type { RunStates } from '#temporal/run-states.ts';
import type { RunStarter } from '#temporal/start-run.ts';
import type { AfterFiltered } from './after-filtered.ts';
import type { ConcurrencySlots } from './concurrency-slots.ts';
import type { DoorVerdict } from './door-conditions.ts';
import { accepted, duplicate, type OwnerReceipt, type Receipt, type Stale } from './receipt.ts';
import { createClaimStarter } from './start-claimed.ts';
import { acceptStored } from './start-stored.ts';
import type { HeldWaker } from './wake-held.ts';

interface Deps {
  readonly admissions: Admissions;
  readonly replication: Replication;
  readonly runStarter: RunStarter;
  readonly runStates: Pick<RunStates, 'of'>;
  readonly slots: Pick<ConcurrencySlots, 'reclaim'>;
  /** Absent where only owners run deliveries, which are held behind their reference alone: its end wakes. */
  readonly heldWaker?: Pick<HeldWaker, 'afterHold'>;
  /** Told of a delivery that was stored as skipped, beside its answer. Absent where only owners run deliveries, which workers judge. */
  readonly afterFiltered?: AfterFiltered;
  /** The trace of what is being done; null where nothing is traced. */
  readonly traceId?: () => string | null;
}

/** The sender and the condition by which a delivery was judged; neither of them for what its owner runs. */
type Judgement = DoorVerdict & { readonly senderVersion?: number };

/** From an incoming delivery to a run that is safely started: claim, start, confirm. */
export function createIntake(deps: Deps) {
  const { admissions, heldWaker, replication, runStarter, traceId = () => null } = deps;
  const admitOrMakeRoom = createAdmitOrMakeRoom(deps);
  const { startClaimed } = createClaimStarter(deps);

  /** Takes it only while sender and condition of the automation are those by which it was judged. */
  async function receiveFrom(hook: Hook, arrival: Arrival, judged: Judgement): Promise<Receipt | Stale> {
    try {
      const receipt = await receiptFor(hook, { ...arrival, traceId: traceId() }, judged);
      // A duplicate too ends the tries of its sender: the first delivery must be as safe as one that is accepted.
      if (receipt.status === 'accepted' || receipt.status === 'duplicate') await replication.reached();
      return receipt;
    } catch (error) {
      if (isDefect(error)) throw error;
      return { status: 'unavailable', error };
    }
  }

  async function receiptFor(hook: Hook, arrival: Arrival, judged: Judgement): Promise<Receipt | Stale> {
    const admission = await admitOrMakeRoom(hook, arrival, judged);
    switch (admission.status) {
      case 'claimed':
        return await startClaimed(hook, arrival, admission);
      case 'held':
        await heldWaker?.afterHold(hook, admission.isFirst);
        return accepted(arrival);
      case 'stored':
        return await acceptStored(runStarter, hook, arrival, admission);
      case 'filtered':
        deps.afterFiltered?.(hook, arrival, admission.toldTargets);
        return accepted(arrival);
      case 'duplicate':
        return duplicate(arrival, admission.firstReceivedAt);
      case 'paused':
      case 'loop':
      case 'budget':
        return await skip(admissions, hook, arrival, admission);
      case 'stale':
      case 'flood':
      case 'retired':
      case 'suspended':
      case 'rate':
      case 'storage':
      case 'full':
        return admission;
    }
  }

  return { receive: createReceiveOfOwner(receiveFrom), receiveFrom };
}

export type Intake = ReturnType<typeof createIntake>;

type ReceiveFrom = (hook: Hook, arrival: Arrival, judged: Judgement) => Promise<Receipt | Stale>;

function createReceiveOfOwner(receiveFrom: ReceiveFrom) {
  /** Takes what its owner runs, which no sender was asked about and no request of ours caused. */
  return async function receive(hook: Hook, arrival: Arrival): Promise<OwnerReceipt> {
    const receipt = await receiveFrom(hook, arrival, {});
    if (receipt.status === 'stale') throw new Error('No sender was asked about it.');
    if (receipt.status !== 'skipped') return receipt;
    const { status, reason } = receipt;
    if (reason === 'loop') throw new Error('No request of ours caused it.');
    return { status, reason };
  };
}

function createAdmitOrMakeRoom({ admissions, slots }: Pick<Deps, 'admissions' | 'slots'>) {
  /** If all slots are taken, reclaims those of runs that ended without freeing them and tries again. */
  return async function admitOrMakeRoom(hook: Hook, arrival: Arrival, judged: Judgement): Promise<Admission> {
    const admission = await admissions.admit(hook, arrival, { attempt: 'new', ...judged });
    if (admission.status !== 'full' || (await slots.reclaim(hook.workspaceId)).done === 0) return admission;
    return await admissions.admit(hook, arrival, { attempt: 'again', ...judged });
  };
}

/** A delivery that its owner runs again is stored already. */
async function skip(
  admissions: Pick<Admissions, 'skip'>,
  hook: Hook,
  arrival: Arrival,
  skipping: Skipping,
): Promise<Receipt> {
  const skipped = { status: 'skipped', reason: skipping.status } as const;
  if (isOfOwner(arrival)) return skipped;
  const row = { ...arrival, deliveryId: newId('delivery') };
  return (await admissions.skip(hook, row, skipping)) === 'full' ? { status: 'no-room' } : skipped;
}
