import { isDefect } from '../domain/defect.ts';
import { newId } from '../domain/ids.ts';
import type { Admission, Admissions, Arrival } from '../store/admissions.ts';
import type { Hook } from '../store/hooks.ts';
import type { Replication } from '../store/replication.ts';
import type { RunStates } from '../temporal/run-states.ts';
import type { RunStarter } from '../temporal/start-run.ts';
import type { ConcurrencySlots } from './concurrency-slots.ts';
import { type Receipt, receiptOf } from './receipt.ts';
import { createClaimStarter } from './start-claimed.ts';

/** From an incoming delivery to a run that is safely started: claim, start, confirm. */
export function createIntake({
  admissions,
  slots,
  replication,
  runStarter,
  runStates,
}: {
  admissions: Admissions;
  replication: Replication;
  runStarter: RunStarter;
  runStates: Pick<RunStates, 'of'>;
  slots: Pick<ConcurrencySlots, 'reclaim'>;
}) {
  const { startClaimed } = createClaimStarter({ admissions, runStarter, runStates });

  async function receive(hook: Hook, arrival: Arrival): Promise<Receipt> {
    try {
      const receipt = await receiptFor(hook, arrival);
      // A duplicate too ends the tries of its sender: the first delivery must be as safe as one that is accepted.
      if (receipt.status === 'accepted' || receipt.status === 'duplicate') await replication.reached();
      return receipt;
    } catch (error) {
      if (isDefect(error)) throw error;
      return { status: 'unavailable', error };
    }
  }

  async function receiptFor(hook: Hook, arrival: Arrival): Promise<Receipt> {
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
      case 'suspended':
      case 'rate':
      case 'full':
        return admission;
    }
  }

  /** If all slots are taken, reclaims those of runs that ended without freeing them and tries again. */
  async function admitOrMakeRoom(hook: Hook, arrival: Arrival): Promise<Admission> {
    const admission = await admissions.admit(hook, arrival, { attempt: 'new' });
    if (admission.status !== 'full' || (await slots.reclaim(hook.workspaceId)).done === 0) return admission;
    return await admissions.admit(hook, arrival, { attempt: 'again' });
  }

  return { receive };
}

export type Intake = ReturnType<typeof createIntake>;
