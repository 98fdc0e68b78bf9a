import { type StorageLimits, noStorageLimits } from '../domain/storage-limits.ts';
import type { Redis } from './connect.ts';
import { type Memory, readTightest } from './memory.ts';
import { keys } from './records/index.ts';

const freshMs = 1_000;
/** From here on what has ended is archived, whatever its age. */
const archiveFrom = 0.4;
/** From here on a workspace that holds more than its share takes nothing new. */
const shareFrom = 0.6;
/** The share of one workspace, of what is free: however many want more, something stays free for the next one. */
const shareOfFree = 0.25;

interface Deps {
  readonly redis: Redis;
  readonly limits?: StorageLimits | undefined;
  readonly now?: () => number;
}

/**
 * Keeps one workspace from filling the memory of Redis for all. Its bytes that are not archived may be a quarter of what is
 * free at the moment: the more is used, the less each may hold, and a workspace that holds little is still served when one
 * that holds much is refused. A Redis without `maxmemory` is not shared out.
 */
export function createMemoryShare({ redis, limits = noStorageLimits, now = Date.now }: Deps) {
  let readAtMs = -Infinity;
  let reading: Promise<Memory | null> = Promise.resolve(null);

  function tightest(): Promise<Memory | null> {
    if (now() - readAtMs >= freshMs) {
      readAtMs = now();
      reading = readTightest(redis);
      reading.catch(() => undefined);
    }
    return reading;
  }

  async function isMemoryShort(): Promise<boolean> {
    const memory = await tightest();
    return memory !== null && memory.used >= memory.max * archiveFrom;
  }

  /** The limits of a workspace at the moment. */
  async function limitsOf(workspaceId: string): Promise<StorageLimits> {
    const memory = await tightest().catch(() => null);
    if (memory === null || memory.used < memory.max * shareFrom) return limits;
    const hot = Number((await redis.hGet(keys.storage(workspaceId), 'hotBytes')) ?? 0);
    const share = (memory.max - memory.used) * shareOfFree;
    return hot < share ? limits : { ...limits, storedBytesMax: 0 };
  }

  return { isMemoryShort, limitsOf };
}

export type MemoryShare = ReturnType<typeof createMemoryShare>;
