import type { Blobs } from '#blobs/blobs.ts';
import type { Redis } from '../connection/connect.ts';
import { readBody } from '../delivery/stored-body.ts';
import { keys } from '../records/index.ts';
import { type StoredRun, unpackRun } from './archive-object.ts';
import { readBlob } from './read-blob.ts';

export type { StoredRun };

export interface ArchiveDeps {
  readonly redis: Redis;
  readonly blobs: Blobs;
}

/** The stored data of runs, in Redis or in the archive: everything beyond the stub of an ended run is read here. */
export function createStoredRuns({ redis, blobs }: ArchiveDeps) {
  /**
   * Without fields where there is none; with those of its stub alone where the archive has lost it. Throws ARCHIVE_UNAVAILABLE
   * where it is archived and the blob store does not answer.
   */
  async function read(
    workspaceId: string,
    runId: string,
    { bodyBytesMax = Infinity }: { readonly bodyBytesMax?: number } = {},
  ): Promise<StoredRun> {
    const first = await readRedis(workspaceId, runId, bodyBytesMax);
    const archived = await fromArchive(first, bodyBytesMax);
    if (archived !== undefined) return archived;
    // Erased, or archived anew, since it was read.
    const second = await readRedis(workspaceId, runId, bodyBytesMax);
    return (await fromArchive(second, bodyBytesMax)) ?? second;
  }

  async function readRedis(workspaceId: string, runId: string, bodyBytesMax: number): Promise<StoredRun> {
    // In this order, the last two by one connection: what is archived meanwhile is told by the record, which is read last.
    const body = await readBody(redis, keys.body(workspaceId, runId), bodyBytesMax);
    const [steps, fields] = await Promise.all([
      redis.hGetAll(keys.steps(workspaceId, runId)),
      redis.hGetAll(keys.run(workspaceId, runId)),
    ]);
    return { body, steps, fields };
  }

  /** The run itself where it is not archived; undefined where the archive does not have it. */
  async function fromArchive(found: StoredRun, bodyBytesMax: number): Promise<StoredRun | undefined> {
    const key = found.fields['archive'];
    if (key === undefined) return found;
    const packed = await readBlob(blobs, key);
    if (packed === undefined) return undefined;
    const { fields, steps, body } = await unpackRun(packed);
    // Changes since it was archived are in the stub.
    return {
      fields: { ...fields, ...found.fields },
      steps,
      body: body === null ? null : body.subarray(0, bodyBytesMax),
    };
  }

  return { read };
}
