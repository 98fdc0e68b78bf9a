import type { Redis } from '#store/connection/connect.ts';

/** All that a Redis holds at the keys of a pattern, key by key: names, members and values as text. */
export async function redisContent(redis: Redis, pattern = '*'): Promise<ReadonlyMap<string, string>> {
  const content = new Map<string, string>();
  for await (const found of redis.scanIterator({ COUNT: 1_000, MATCH: pattern }))
    await Promise.all(found.map(async (key) => content.set(key, JSON.stringify(await valueOf(redis, key)))));
  return content;
}

async function valueOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'hash':
      return await redis.hGetAll(key);
    case 'zset':
      return await redis.zRange(key, 0, -1);
    case 'set':
      return await redis.sMembers(key);
    case 'list':
      return await redis.lRange(key, 0, -1);
    case 'stream':
      return await redis.xRange(key, '-', '+');
    default:
      return await redis.get(key);
  }
}

/** The keys in which a text occurs, in their name or their value. */
export async function keysWith(redis: Redis, text: string): Promise<readonly string[]> {
  return [...(await redisContent(redis))].flatMap(([key, value]) =>
    key.includes(text) || value.includes(text) ? [key] : [],
  );
}
