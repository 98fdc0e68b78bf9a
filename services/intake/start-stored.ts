import type { NewRun, RunStarter } from '#temporal/start-run.ts';

/**
 * Starts the run of a delivery that is stored for good. A start of an earlier try of its sender, which was refused then, may
 * have happened: its run waits for this record.
 */
export async function startStored(
  runStarter: Pick<RunStarter, 'start' | 'recordStored'>,
  run: NewRun,
): Promise<void> {
  const status = await runStarter.start(run);
  if (status === 'already-started') await runStarter.recordStored(run.workflowId);
}
