import { type ArchiveDeps, createStoredRuns } from '../archive/stored-runs.ts';
import { keys } from '../records/index.ts';

/** The results of deliveries for an export, whose rows have none. */
export function createResults(deps: ArchiveDeps) {
  const storedRuns = createStoredRuns(deps);

  /** As JSON, in the order of their ids; null where there is none. */
  async function results(
    workspaceId: string,
    deliveryIds: readonly string[],
  ): Promise<readonly (string | null)[]> {
    return await Promise.all(deliveryIds.map((id) => resultOf(workspaceId, id)));
  }

  async function resultOf(workspaceId: string, deliveryId: string): Promise<string | null> {
    if ((await deps.redis.hGet(keys.run(workspaceId, deliveryId), 'hasResult')) !== '1') return null;
    return (await storedRuns.read(workspaceId, deliveryId)).fields['answer'] ?? null;
  }

  return { results };
}
