import { erasureWorkflowId } from '#domain/erasure-id.ts';
import { attempt, type Pass, sumOf } from '#domain/pass.ts';
import type { Erasures } from '#store/erasure/erasures.ts';
import type { ErasureStarter } from '#temporal/erasure-starter.ts';
import type { RunStates } from '#temporal/run-states.ts';

/** Finds erasures that no workflow carries out: Temporal was unavailable, or lost it. */
export function createErasureRecovery({
  erasures,
  erasureStarter,
  runStates,
}: {
  erasures: Pick<Erasures, 'open'>;
  erasureStarter: Pick<ErasureStarter, 'start'>;
  runStates: Pick<RunStates, 'of'>;
}) {
  /** Returns how many erasures of the workspace were started again. */
  async function resume(workspaceId: string): Promise<Pass> {
    const open = await erasures.open(workspaceId);
    return sumOf(
      await Promise.all(
        open.map((ref) =>
          attempt(`erasure ${ref.erasureId}`, async () => {
            if ((await runStates.of(erasureWorkflowId(ref.erasureId))).status === 'open') return 0;
            await erasureStarter.start(ref);
            return 1;
          }),
        ),
      ),
    );
  }

  return { resume };
}
