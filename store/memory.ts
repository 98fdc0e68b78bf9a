import type { Redis } from './connect.ts';

/** In bytes. `max` is 0 where no limit is set. */
export interface Memory {
  readonly used: number;
  readonly max: number;
}

/** How much memory the server uses, and may use. */
export async function readMemory(redis: Pick<Redis, 'info'>): Promise<Memory> {
  const text = await redis.info('memory');
  const bytesOf = (field: string) => Number(new RegExp(`^${field}:(\\d+)\\r?$`, 'm').exec(text)?.[1] ?? 0);
  return { used: bytesOf('used_memory'), max: bytesOf('maxmemory') };
}
