import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { readWithPlaceholders } from '../records/read.ts';
import { workspaceRecords } from '../records/workspace.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const { fields } = workspaceRecords.storage;

export function createStorage({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  async function of(
    workspaceId: string,
  ): Promise<{ readonly storedBytes: number; readonly todayBytes: number }> {
    const stored = await redis.hGetAll(keys.storage(workspaceId));
    const { bytes, day, dayBytes } = readWithPlaceholders(fields, stored, {}).fields;
    const isToday = day === Math.floor(now() / dayMs);
    return { storedBytes: Math.max(bytes, 0), todayBytes: isToday ? Math.max(dayBytes, 0) : 0 };
  }

  return { of };
}

export type Storage = ReturnType<typeof createStorage>;
