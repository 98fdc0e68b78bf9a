import { setTimeout as pause } from 'node:timers/promises';

import type { ErasureRef } from '#contracts/erasure.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Eraser } from '#store/erasure/eraser.ts';

export interface WorkspaceErasureDeps {
  readonly automations: Pick<Automations, 'find' | 'remove'>;
  readonly eraser: Eraser;
  readonly runDeletion: {
    readonly passesOver: (workspaceId: string) => (signal: AbortSignal) => Promise<number>;
  };
}

/** Work in progress writes its last. */
const lookAgainMs = 1_000;

/** Everything of a workspace that is closed, until a look finds nothing more. Gives how many records, batch by batch. */
export async function* eraseWorkspace(
  deps: WorkspaceErasureDeps,
  ref: ErasureRef,
  signal: AbortSignal,
): AsyncGenerator<number> {
  const { eraser, runDeletion } = deps;
  await retireHooks(deps, ref.workspaceId);
  await eraser.forgetTokens(ref.workspaceId);
  const deleteRuns = runDeletion.passesOver(ref.workspaceId);
  for (;;) {
    let found = await deleteRuns(signal);
    for await (const count of eraser.removeKeys(ref)) {
      found += count;
      yield count;
    }
    if (found === 0) break;
    await pause(lookAgainMs, undefined, { signal });
  }
  await eraser.forget(ref);
}

/** A hook without a token that can be read leads to an automation that is gone, which is answered in the same way. */
async function retireHooks(
  { automations, eraser }: WorkspaceErasureDeps,
  workspaceId: string,
): Promise<void> {
  for (const id of await eraser.automationIds(workspaceId)) {
    const automation = await automations.find(workspaceId, id).catch(nullWithoutKey);
    if (automation !== null) await automations.remove(workspaceId, automation);
  }
}

/** A master key that is not there any more keeps nothing from being erased. */
function nullWithoutKey(error: unknown): null {
  if (error instanceof DomainError && error.code === 'MASTER_KEY_MISSING') return null;
  throw error;
}
