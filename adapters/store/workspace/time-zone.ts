import { defaultTimeZone } from '#domain/time-zone.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';

export const timeZoneIn = async (redis: Redis, workspaceId: string): Promise<string> =>
  (await redis.hGet(keys.workspace(workspaceId), 'timeZone')) ?? defaultTimeZone;
