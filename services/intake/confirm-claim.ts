import type { Admissions, Arrival } from '#store/admission/admissions.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { RunStarter } from '#temporal/start-run.ts';

export function createClaimConfirmer({
  admissions,
  runStarter,
}: {
  admissions: Pick<Admissions, 'admit' | 'confirm'>;
  runStarter: Pick<RunStarter, 'recordStored'>;
}) {
  /**
   * A claim whose lease ran out in the meantime is written again, whatever became of the automation: its run is started.
   * False where there is no record after that either, because nothing is left of the automation. Then the run waits for
   * its record, which the sender's next try may bring. `isLate`: the run was started by an earlier request, and may be
   * waiting already.
   */
  return async function confirm(
    hook: Hook,
    arrival: Arrival,
    { isLate }: { readonly isLate: boolean },
  ): Promise<boolean> {
    const found = await admissions.confirm(hook, arrival.deliveryId);
    if (found === 'missing') {
      await admissions.admit(hook, arrival, { attempt: 'started' });
      if ((await admissions.confirm(hook, arrival.deliveryId)) === 'missing') return false;
    }
    if (found === 'missing' || (isLate && found === 'confirmed'))
      await runStarter.recordStored(arrival.workflowId);
    return true;
  };
}
