import type { EventIdSource } from '../contracts/delivery.ts';
import { isDefect } from '../domain/defect.ts';
import { newId } from '../domain/ids.ts';
import type { Admission, Admissions, Arrival } from '../store/admissions.ts';
import type { Hook } from '../store/hooks.ts';
import type { RunStates } from '../temporal/run-states.ts';
import type { RunStarter } from '../temporal/start-run.ts';
import type { ConcurrencySlots } from './concurrency-slots.ts';

/** What became of a delivery; each member is one answer of the hook. */
export type Receipt =
  /** 200: stored and started, nothing can lose it any more. */
  | {
      readonly status: 'accepted';
      readonly deliveryId: string;
      readonly eventId: string;
      readonly eventIdSource: EventIdSource;
    }
  /** 200, with the id of the first delivery of the event. */
  | {
      readonly status: 'duplicate';
      readonly deliveryId: string;
      readonly eventId: string;
      readonly eventIdSource: EventIdSource;
    }
  /** 200: nothing woken, the event id not remembered. */
  | { readonly status: 'skipped'; readonly reason: 'paused' }
  /** 410 */
  | { readonly status: 'retired' }
  /** 429: too many requests on this URL, or too many deliveries in the minute of the workspace. */
  | { readonly status: 'flood' | 'rate'; readonly retryAfterMs: number }
  /** 429: eight are being processed. */
  | { readonly status: 'full' }
  /** 503: it could not be stored safely, because the store or Temporal is unavailable; nothing of it is kept. */
  | { readonly status: 'unavailable'; readonly error: unknown };

type Claimed = Extract<Admission, { status: 'claimed' }>;

/** From a delivery at the door to a run that is safely started: claim, start, confirm. */
export function createIntake({
  admissions,
  slots,
  runStarter,
  runStates,
}: {
  admissions: Admissions;
  runStarter: RunStarter;
  runStates: RunStates;
  slots: Pick<ConcurrencySlots, 'reclaim'>;
}) {
  async function receive(hook: Hook, arrival: Arrival): Promise<Receipt> {
    try {
      const admission = await admitOrMakeRoom(hook, arrival);
      switch (admission.status) {
        case 'claimed':
          return await startClaimed(hook, arrival, admission);
        case 'duplicate':
          return receiptOf('duplicate', arrival);
        case 'paused':
          await admissions.skipPaused(hook, { ...arrival, deliveryId: newId('delivery') }, admission);
          return { status: 'skipped', reason: 'paused' };
        case 'flood':
        case 'retired':
        case 'rate':
        case 'full':
          return admission;
      }
    } catch (error) {
      if (isDefect(error)) throw error;
      return { status: 'unavailable', error };
    }
  }

  /** Where all slots are taken, those of runs that ended without giving theirs back are reclaimed first. */
  async function admitOrMakeRoom(hook: Hook, arrival: Arrival): Promise<Admission> {
    const admission = await admissions.admit(hook, arrival, { passLimits: false });
    if (admission.status !== 'full' || (await slots.reclaim(hook.workspaceId)).done === 0) return admission;
    return await admissions.admit(hook, arrival, { passLimits: false });
  }

  async function startClaimed(hook: Hook, arrival: Arrival, claim: Claimed): Promise<Receipt> {
    const { deliveryId, workflowId, reference } = arrival;
    let started;
    try {
      const { automationName } = claim;
      started = await runStarter.start({ workflowId, ...hook, deliveryId, automationName, reference });
      if (started === 'already-started' && claim.by === 'first') {
        return await putClaimRight(hook, arrival);
      }
    } catch (error) {
      // Should the run have started after all, it waits for its record, which the sender's next try brings.
      if (claim.by === 'first') await admissions.withdraw(hook, deliveryId);
      throw error;
    }
    if (!(await confirm(hook, arrival))) return unrecorded();
    return receiptOf(started === 'started' ? 'accepted' : 'duplicate', arrival);
  }

  /**
   * The run exists although the record did not: either it is waiting for the record that was just written, or it is
   * long over and Temporal remembers what the store forgot.
   */
  async function putClaimRight(hook: Hook, arrival: Arrival): Promise<Receipt> {
    const { status } = await runStates.of(arrival.workflowId);
    if (status !== 'open') await admissions.withdraw(hook, arrival.deliveryId);
    else if (!(await confirm(hook, arrival))) return unrecorded();
    return receiptOf('duplicate', arrival);
  }

  /**
   * A claim whose lease ran out in the meantime is written again: its run is started, so that no limit applies. False
   * where there is no record after that either, because the automation was paused or deleted, or the lease ran out
   * again. Then the run waits for its record, which the sender's next try may bring.
   */
  async function confirm(hook: Hook, arrival: Arrival): Promise<boolean> {
    if ((await admissions.confirm(hook, arrival.deliveryId)) !== 'missing') return true;
    await admissions.admit(hook, arrival, { passLimits: true });
    return (await admissions.confirm(hook, arrival.deliveryId)) !== 'missing';
  }

  return { receive };
}

const unrecorded = (): Receipt => ({
  status: 'unavailable',
  error: new Error('The run is started, but its record could not be written.'),
});

export type Intake = ReturnType<typeof createIntake>;

function receiptOf(
  status: 'accepted' | 'duplicate',
  { deliveryId, eventId, eventIdSource }: Arrival,
): Receipt {
  return { status, deliveryId, eventId, eventIdSource };
}
