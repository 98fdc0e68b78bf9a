import { capabilityOf, type CapabilityPorts } from '#capabilities/calls.ts';
import type { RunRef } from '#contracts/run.ts';
import type { Runs } from '#store/run/runs.ts';
import { findPlannedCall } from './planned-call.ts';
import { timedStep } from './timed-step.ts';

interface PerformReadDeps {
  readonly ports: CapabilityPorts;
  readonly runs: Pick<Runs, 'turns' | 'saveCall' | 'saveStep'>;
}

/** Read-only calls: they have no effect and may be retried. */
export function performReadActivities({ ports, runs }: PerformReadDeps) {
  async function performRead(run: RunRef, callId: string): Promise<void> {
    const planned = findPlannedCall(await runs.turns(run), callId);
    if (planned === null) return;
    const { call, position } = planned;
    const capability = capabilityOf(call);
    if (capability.kind !== 'read') return;
    const startedAt = new Date();
    const { result, step } = await capability.perform(call, ports, run);
    await Promise.all([
      runs.saveCall(run, callId, { state: 'done', result }),
      step === null ? null : runs.saveStep(run, position, timedStep(step, startedAt)),
    ]);
  }

  // Saved histories use this activity name.
  return { readPage: performRead };
}
