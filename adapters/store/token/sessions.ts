import { sessionIdleSeconds, sessionSeconds, signInCodeSeconds } from '#domain/session-limits.ts';
import { hashOfToken, idOfToken, newToken } from '#domain/token.ts';
import type { Redis } from '../connection/connect.ts';
import { hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { sessionRecords } from '../records/session.ts';

const { fields } = sessionRecords.session;

export interface Session {
  readonly tokenHash: string;
  readonly csrf: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** A browser that is signed in, as owners see it. Moments in epoch milliseconds. */
export interface SignedInBrowser {
  /** Of its session; nobody is signed in with it. */
  readonly id: string;
  readonly tokenId: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

const read = (stored: Readonly<Record<string, string>>): Session | null =>
  stored['tokenHash'] === undefined ? null : fields.parse(stored);

/** Under which a session is kept: the hash of its cookie. */
export const sessionIdOf = (cookie: string): string => hashOfToken(cookie);

/** Browsers that are signed in to the console. A cookie and a code are kept as hashes: they cannot be recovered. */
export function createSessions({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  /** Answers the value of the cookie. */
  async function open(tokenHash: string): Promise<string> {
    const cookie = newToken();
    const id = sessionIdOf(cookie);
    const key = keys.session(id);
    await note(tokenHash, id);
    await redis
      .multi()
      .hSet(key, hashOf(fields, { tokenHash, csrf: newToken(), createdAt: now() }))
      .expire(key, sessionIdleSeconds)
      .exec();
    return cookie;
  }

  async function note(tokenHash: string, id: string): Promise<void> {
    const key = keys.tokenSessions(idOfToken(tokenHash));
    await redis.multi().zAdd(key, { score: now(), value: id }).expire(key, sessionSeconds).exec();
  }

  /** Whether it still stands, for an answer that lasts: to look is no use of it. */
  async function look(cookie: string): Promise<Session | null> {
    return read(await redis.hGetAll(keys.session(sessionIdOf(cookie))));
  }

  /** The session, which stays for another while. */
  async function find(cookie: string): Promise<Session | null> {
    const id = sessionIdOf(cookie);
    const key = keys.session(id);
    const session = read(await redis.hGetAll(key));
    if (session === null) return null;
    const leftSeconds = Math.ceil((session.createdAt + sessionSeconds * 1_000 - now()) / 1_000);
    if (leftSeconds <= 0) return null;
    await Promise.all([
      redis.expire(key, Math.min(leftSeconds, sessionIdleSeconds)),
      note(session.tokenHash, id),
    ]);
    return session;
  }

  async function close(cookie: string): Promise<void> {
    await redis.del(keys.session(sessionIdOf(cookie)));
  }

  /** The browsers that are signed in with these tokens, the one that was used last first. */
  async function list(tokenIds: readonly string[]): Promise<readonly SignedInBrowser[]> {
    const found = await Promise.all(tokenIds.map((tokenId) => listOf(tokenId)));
    return found.flat().toSorted((one, other) => other.lastUsedAt - one.lastUsedAt);
  }

  async function listOf(tokenId: string): Promise<SignedInBrowser[]> {
    const key = keys.tokenSessions(tokenId);
    const noted = await redis.zRangeWithScores(key, 0, -1);
    const stored = await Promise.all(noted.map(({ value }) => redis.hGetAll(keys.session(value))));
    const ended = noted.filter((_, index) => read(stored[index] ?? {}) === null);
    if (ended.length > 0)
      await redis.zRem(
        key,
        ended.map(({ value }) => value),
      );
    return noted.flatMap(({ value: id, score: lastUsedAt }, index) => {
      const session = read(stored[index] ?? {});
      return session === null ? [] : [{ id, tokenId, createdAt: session.createdAt, lastUsedAt }];
    });
  }

  async function end(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => redis.del(keys.session(id))));
  }

  /** A code that {@link useCode} takes once, for the token with this hash. */
  async function makeCode(tokenHash: string): Promise<string> {
    const code = newToken();
    await redis.set(keys.signInCode(hashOfToken(code)), tokenHash, {
      expiration: { type: 'EX', value: signInCodeSeconds },
    });
    return code;
  }

  /** The hash of the token that the code stands for; null where it is unknown, too old or used. */
  async function useCode(code: string): Promise<string | null> {
    return await redis.getDel(keys.signInCode(hashOfToken(code)));
  }

  return { open, find, look, close, list, end, makeCode, useCode };
}

export type Sessions = ReturnType<typeof createSessions>;
