import { isDefect } from '#domain/defect.ts';
import { isOfOwner } from '#domain/of-owner.ts';
import type { Admission, Admissions, Arrival } from '#store/admission/admissions.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { RunStates } from '#temporal/run-states.ts';
import type { NewRun, RunStarter } from '#temporal/start-run.ts';
import { createClaimConfirmer } from './confirm-claim.ts';
import { accepted, duplicate, type Receipt } from './receipt.ts';

type Claimed = Extract<Admission, { status: 'claimed' }>;

export function createClaimStarter({
  admissions,
  runStarter,
  runStates,
}: {
  admissions: Pick<Admissions, 'admit' | 'confirm' | 'isConfirmed' | 'noteDuplicate' | 'withdraw'>;
  runStarter: RunStarter;
  runStates: Pick<RunStates, 'of'>;
}) {
  const confirm = createClaimConfirmer({ admissions, runStarter });

  async function startClaimed(hook: Hook, arrival: Arrival, claim: Claimed): Promise<Receipt> {
    const receipt = await startOrRepair(hook, arrival, claim);
    // A count that fails is no reason to have the delivery sent again.
    if (receipt.status !== 'duplicate' || isOfOwner(arrival)) return receipt;
    return duplicate(arrival, await admissions.noteDuplicate(hook, arrival).catch(() => null));
  }

  async function startOrRepair(hook: Hook, arrival: Arrival, claim: Claimed): Promise<Receipt> {
    try {
      const started = await runStarter.start(newRunOf(hook, arrival, claim));
      if (started === 'already-started') return await repairClaim(hook, arrival);
    } catch (error) {
      const receipt = await receiptOfFailedStart(hook, arrival, claim);
      if (receipt !== null && !isDefect(error)) return receipt;
      throw error;
    }
    return (await confirm(hook, arrival, { isLate: false })) ? accepted(arrival) : unrecorded();
  }

  /**
   * A start that was given up may have happened: then its run confirms the claim as soon as it begins, and the delivery
   * is taken. A run that begins later waits for its record, which the sender's next try brings. Null: not taken. The
   * claim of another request is left to that request.
   */
  async function receiptOfFailedStart(
    hook: Hook,
    arrival: Arrival,
    { by }: Claimed,
  ): Promise<Receipt | null> {
    const { deliveryId } = arrival;
    if (by === 'first')
      return (await admissions.withdraw(hook, deliveryId)) === 'confirmed' ? accepted(arrival) : null;
    return (await admissions.isConfirmed(hook, deliveryId)) ? duplicate(arrival, null) : null;
  }

  /**
   * The run exists although the record did not: it is either waiting for the record that was just written, or closed
   * long ago and no longer in the store.
   */
  async function repairClaim(hook: Hook, arrival: Arrival): Promise<Receipt> {
    const { status } = await runStates.of(arrival.workflowId);
    if (status !== 'open') await admissions.withdraw(hook, arrival.deliveryId);
    else if (!(await confirm(hook, arrival, { isLate: true }))) return unrecorded();
    return duplicate(arrival, null);
  }

  return { startClaimed };
}

export const newRunOf = (
  hook: Hook,
  { workflowId, deliveryId, eventId, reference }: Arrival,
  { automationName }: Pick<Claimed, 'automationName'>,
): NewRun => ({ ...hook, workflowId, deliveryId, eventId, automationName, reference });

const unrecorded = (): Receipt => ({
  status: 'unavailable',
  error: new Error('The run is started, but its record could not be written.'),
});
