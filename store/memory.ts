import type { Redis } from './connect.ts';
import { nodesOf } from './connection/nodes.ts';

type Info = Pick<Redis, 'info'>;

/** In bytes. `max` is 0 where no limit is set. */
export interface Memory {
  readonly used: number;
  readonly max: number;
}

/** How much memory the servers use, and may use, all together. */
export async function readMemory(redis: Info): Promise<Memory> {
  const all = await Promise.all((await nodesOf(redis)).map(memoryOf));
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0);
  const hasLimit = all.every(({ max }) => max > 0);
  return { used: sum(all.map(({ used }) => used)), max: hasLimit ? sum(all.map(({ max }) => max)) : 0 };
}

async function memoryOf(node: Info): Promise<Memory> {
  const text = await node.info('memory');
  const bytesOf = (field: string) => Number(new RegExp(`^${field}:(\\d+)\\r?$`, 'm').exec(text)?.[1] ?? 0);
  return { used: bytesOf('used_memory'), max: bytesOf('maxmemory') };
}
