import type { Blobs } from '#blobs/blobs.ts';
import { taskQueues } from '#domain/task-queues.ts';
import { readStoredEnglish } from '#meaning/read-stored.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { createVault } from '#store/secret/vault.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { scheduleSweep } from '#temporal/sweep-schedule.ts';
import type { WorkerParts } from '../compose.ts';

type Parts = Pick<WorkerParts, 'client' | 'config' | 'redis' | 'logger'> & { readonly blobs: Blobs };

/** Before runs are taken: their revisions must say what they mean, and the sweep is scheduled. */
export async function prepareHooks({ client, config, redis, blobs, logger }: Parts): Promise<void> {
  const vault = createVault(config.MASTER_KEYS);
  const stored = {
    automations: createAutomations({ redis, vault }),
    deliveries: createDeliveries({ redis, blobs, workflowUrl: () => null }),
    workspaces: createWorkspaces({ redis }),
  };
  await readStoredEnglish(stored, logger);
  await scheduleSweep(client, taskQueues.runs);
}
