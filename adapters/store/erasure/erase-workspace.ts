import { removeEveryBlob } from '../archive/gone-blobs.ts';
import type { ArchiveDeps } from '../archive/stored-runs.ts';
import type { ErasureRef } from '#contracts/erasure.ts';
import { keys } from '../records/index.ts';
import { workspaceRecords } from '../records/workspace.ts';
import { forget as forgetInSweep } from '../sweep/sweep-index.ts';

const batch = 500;

export function createWorkspaceErasure({ redis, blobs }: ArchiveDeps) {
  /** No token leads to it any more. */
  async function forgetTokens(workspaceId: string): Promise<void> {
    const { fields } = workspaceRecords.workspace;
    const ids = await redis.zRange(keys.tokens(workspaceId), 0, -1);
    const hashes = [
      ...(await Promise.all(ids.map((id) => redis.hGet(keys.token(workspaceId, id), 'tokenHash')))),
      fields.shape.tokenHash.safeParse(await redis.hGet(keys.workspace(workspaceId), 'tokenHash')).data ??
        null,
    ];
    for (const hash of hashes) if (hash !== null && hash !== '') await redis.del(keys.workspaceToken(hash));
  }

  /** Everything that has the hash tag of the workspace, and its blobs, but what says that it is being erased. Gives batches' sizes. */
  async function* removeKeys({ workspaceId, erasureId }: ErasureRef): AsyncGenerator<number> {
    await removeEveryBlob({ redis, blobs }, workspaceId);
    const stays = new Set([
      keys.workspace(workspaceId),
      keys.openErasures(workspaceId),
      keys.erasure(workspaceId, erasureId),
    ]);
    // The key of any record begins with its hash tag.
    const [tag = ''] = keys.workspace(workspaceId).split(':');
    for await (const found of redis.scanIterator({ MATCH: `${tag}:*`, COUNT: batch })) {
      const gone = found.filter((key) => !stays.has(key));
      if (gone.length > 0) await redis.unlink(gone);
      yield gone.length;
    }
  }

  /** The last step: it was never there. */
  async function forget({ workspaceId, erasureId }: ErasureRef): Promise<void> {
    await redis.unlink([
      keys.workspace(workspaceId),
      keys.openErasures(workspaceId),
      keys.erasure(workspaceId, erasureId),
    ]);
    await redis.zRem(keys.workspaces(), workspaceId);
    await forgetInSweep(redis, [workspaceId]);
    await forgetErasures(workspaceId);
  }

  /** Its own erasure covers what earlier ones left in the files of Redis. */
  async function forgetErasures(workspaceId: string): Promise<void> {
    for (const set of [keys.unrewritten(), keys.rewriting()]) {
      const members = await redis.sMembers(set);
      const gone = members.filter((member) => member.startsWith(keys.erasure(workspaceId, '')));
      if (gone.length > 0) await redis.sRem(set, gone);
    }
  }

  return { forgetTokens, removeKeys, forget };
}
