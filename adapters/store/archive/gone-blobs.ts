import { keys } from '../records/index.ts';
import type { ArchiveDeps } from './stored-runs.ts';

const batch = 500;

/** Deletes what is noted to be deleted; says how many blobs that were. Safe to repeat. */
export async function removeGoneBlobs({ redis, blobs }: ArchiveDeps, workspaceId: string): Promise<number> {
  const gone = keys.goneBlobs(workspaceId);
  let removed = 0;
  for (;;) {
    const found = await redis.zRange(gone, 0, batch - 1);
    for (const key of found) {
      await blobs.delete(key);
      await redis.zRem(gone, key);
    }
    removed += found.length;
    if (found.length < batch) return removed;
  }
}

/** Deletes every blob of a workspace that is closed. Its records, which lead to them, come after that. */
export async function removeEveryBlob({ redis, blobs }: ArchiveDeps, workspaceId: string): Promise<void> {
  for (const ownerId of await redis.zRange(keys.everyRunOwner(workspaceId), 0, -1)) {
    const scan = redis.zScanIterator(keys.activity(workspaceId, ownerId), { COUNT: batch });
    for await (const found of scan)
      for (const { value: runId } of found) {
        const key = await redis.hGet(keys.run(workspaceId, runId), 'archive');
        if (key !== null) await blobs.delete(key);
      }
  }
  for (const list of [keys.goneBlobs(workspaceId), keys.unfinishedBlobs(workspaceId)])
    for (const key of await redis.zRange(list, 0, -1)) await blobs.delete(key);
}
