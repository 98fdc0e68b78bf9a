import type { Admission, Admissions, Arrival } from '../store/admissions.ts';
import type { Hook } from '../store/hooks.ts';
import type { RunStates } from '../temporal/run-states.ts';
import type { RunStarter } from '../temporal/start-run.ts';
import { type Receipt, receiptOf } from './receipt.ts';

type Claimed = Extract<Admission, { status: 'claimed' }>;

/** Starts the run of a claimed delivery and makes the claim lasting. */
export function createClaimStarter({
  admissions,
  runStarter,
  runStates,
}: {
  admissions: Pick<Admissions, 'admit' | 'confirm' | 'withdraw'>;
  runStarter: RunStarter;
  runStates: RunStates;
}) {
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

  return { startClaimed };
}

const unrecorded = (): Receipt => ({
  status: 'unavailable',
  error: new Error('The run is started, but its record could not be written.'),
});
