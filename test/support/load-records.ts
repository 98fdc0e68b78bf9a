import type { Redis } from '#store/connection/connect.ts';
import { readOfRelease } from './releases.ts';

type Text = string | { readonly base64: string };
type Fields = Record<string, string>;

/** A key as a release left it in Redis. */
type SavedRecord = { readonly key: string } & (
  | { readonly type: 'string'; readonly value: Text }
  | { readonly type: 'hash'; readonly value: Fields }
  | { readonly type: 'zset'; readonly value: readonly { value: string; score: number | '+inf' }[] }
  | { readonly type: 'list' | 'set'; readonly value: readonly string[] }
  | { readonly type: 'stream'; readonly value: readonly { id: string; message: Fields }[] }
);

export const savedRecords = async (release: string) =>
  await readOfRelease<readonly SavedRecord[]>(release, 'records.json');

/** Puts what a release left into an empty database. */
export async function loadRecords(redis: Redis, release: string): Promise<void> {
  await redis.flushDb();
  for (const saved of await savedRecords(release)) await load(redis, saved);
}

async function load(redis: Redis, saved: SavedRecord): Promise<void> {
  const { key } = saved;
  switch (saved.type) {
    case 'string':
      await redis.set(key, bytesOf(saved.value));
      break;
    case 'hash':
      await redis.hSet(key, saved.value);
      break;
    case 'zset':
      for (const { value, score } of saved.value)
        await redis.zAdd(key, { value, score: score === '+inf' ? Infinity : score });
      break;
    case 'list':
      await redis.rPush(key, [...saved.value]);
      break;
    case 'set':
      await redis.sAdd(key, [...saved.value]);
      break;
    case 'stream':
      for (const { id, message } of saved.value) await redis.xAdd(key, id, message);
  }
}

const bytesOf = (text: Text): Buffer =>
  typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.base64, 'base64');
