import { isDefect } from '#domain/defect.ts';
import type { Arrival } from '#store/admission/admissions.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { NewRun, RunStarter } from '#temporal/start-run.ts';
import { accepted, type Receipt } from './receipt.ts';
import { newRunOf } from './start-claimed.ts';

type Starter = Pick<RunStarter, 'start' | 'recordStored'>;

/**
 * Starts the run of a delivery that is stored for good. A start of an earlier try of its sender, which was refused then, may
 * have happened: its run waits for this record.
 */
export async function startStored(runStarter: Starter, run: NewRun): Promise<void> {
  const status = await runStarter.start(run);
  if (status === 'already-started') await runStarter.recordStored(run.workflowId);
}

/** Starts the run of what was admitted so. It has its slot: where this fails, the reclaim of slots starts the run. */
export async function acceptStored(
  runStarter: Starter,
  hook: Hook,
  arrival: Arrival,
  admission: { readonly automationName: string },
): Promise<Receipt> {
  try {
    await startStored(runStarter, newRunOf(hook, arrival, admission));
  } catch (error) {
    if (isDefect(error)) throw error;
  }
  return accepted(arrival);
}
