import type { Redis } from './connect.ts';
import { nodesOf } from './nodes.ts';

type Info = Pick<Redis, 'info'>;

/** In bytes. `max` is 0 where no limit is set. */
export interface Memory {
  readonly used: number;
  readonly max: number;
}

/** How much memory the servers use, and may use, all together. */
export async function readMemory(redis: Info): Promise<Memory> {
  const all = await memories(redis);
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0);
  const hasLimit = all.every(({ max }) => max > 0);
  return { used: sum(all.map(({ used }) => used)), max: hasLimit ? sum(all.map(({ max }) => max)) : 0 };
}

/** The server with the least room; null where one has no limit. */
export async function readTightest(redis: Info): Promise<Memory | null> {
  const all = await memories(redis);
  if (all.some(({ max }) => max === 0)) return null;
  return all.toSorted((one, other) => other.used / other.max - one.used / one.max)[0] ?? null;
}

const memories = async (redis: Info) => await Promise.all((await nodesOf(redis)).map(memoryOf));

async function memoryOf(node: Info): Promise<Memory> {
  const text = await node.info('memory');
  const bytesOf = (field: string) => Number(new RegExp(`^${field}:(\\d+)\\r?$`, 'm').exec(text)?.[1] ?? 0);
  return { used: bytesOf('used_memory'), max: bytesOf('maxmemory') };
}
