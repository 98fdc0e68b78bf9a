import type { HoldingAutomation } from '#contracts/held.ts';
import { heldWorkflowId } from '#domain/held-workflow.ts';
import { attempt, type Pass, sumOf } from '#domain/pass.ts';
import type { Held } from '#store/held.ts';
import type { HeldStarter } from '#temporal/held-starter.ts';
import type { RunStates } from '#temporal/run-states.ts';

/** Sees to it that what is held is run, whatever became of the process that held it. */
export function createHeldRecovery({
  held,
  heldStarter,
  runStates,
}: {
  readonly held: Pick<Held, 'holding'>;
  readonly heldStarter: Pick<HeldStarter, 'wake'>;
  readonly runStates: Pick<RunStates, 'of'>;
}) {
  /** Starts the workflows of the automations that hold deliveries and have none. */
  async function resume(workspaceId: string): Promise<Pass> {
    const automationIds = await held.holding(workspaceId);
    const resumed = automationIds.map((automationId) =>
      attempt(`automation ${automationId}`, () => resumeOne({ workspaceId, automationId })),
    );
    return sumOf(await Promise.all(resumed));
  }

  async function resumeOne(automation: HoldingAutomation): Promise<number> {
    if ((await runStates.of(heldWorkflowId(automation.automationId))).status === 'open') return 0;
    await heldStarter.wake(automation);
    return 1;
  }

  return { resume };
}
