import { sessionIdleSeconds, sessionSeconds } from '#domain/session-limits.ts';
import { hashOfToken, idOfToken } from '#domain/token.ts';
import type { Redis } from './connection/connect.ts';
import { keys } from './records/index.ts';
import { readFields } from './records/read.ts';
import { sessionRecords } from './records/session.ts';

/** A browser that is signed in, as owners see it. Moments in epoch milliseconds. */
export interface SignedInBrowser {
  /** The id of its session; nobody is signed in with it. */
  readonly id: string;
  readonly tokenId: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly isOwn: boolean;
}

/** Under which a session is kept: the hash of its cookie. */
export const sessionIdOf = (cookie: string): string => hashOfToken(cookie);

const Begun = sessionRecords.session.fields.pick({ createdAt: true });

export function createSessionList({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  /** Notes a use of a session, and forgets those that ended because they had none. */
  async function note(tokenHash: string, id: string): Promise<void> {
    const key = keys.tokenSessions(idOfToken(tokenHash));
    const at = now();
    await redis
      .multi()
      .zAdd(key, { score: at, value: id })
      .zRemRangeByScore(key, '-inf', at - sessionIdleSeconds * 1_000)
      .expire(key, sessionSeconds)
      .exec();
  }

  /** Those of these tokens, the one that was used last first. `cookie`: that of who asks. */
  async function list(tokenIds: readonly string[], cookie: string): Promise<readonly SignedInBrowser[]> {
    const ownId = sessionIdOf(cookie);
    const found = await Promise.all(tokenIds.map(async (tokenId) => await listOf(tokenId, ownId)));
    return found.flat().toSorted((one, other) => other.lastUsedAt - one.lastUsedAt);
  }

  async function listOf(tokenId: string, ownId: string): Promise<readonly SignedInBrowser[]> {
    const noted = await redis.zRangeWithScores(keys.tokenSessions(tokenId), 0, -1);
    const begun = await Promise.all(noted.map(({ value }) => readFields(redis, keys.session(value), Begun)));
    return noted.flatMap(({ value: id, score: lastUsedAt }, index) => {
      const session = begun[index] ?? null;
      return session === null ? [] : [{ id, tokenId, ...session, lastUsedAt, isOwn: id === ownId }];
    });
  }

  async function end(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => redis.del(keys.session(id))));
  }

  return { note, list, end };
}
