import { sessionIdleSeconds, sessionSeconds, signInCodeSeconds } from '#domain/session-limits.ts';
import { hashOfToken, newToken } from '#domain/token.ts';
import type { Redis } from '../connection/connect.ts';
import { hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { sessionRecords } from '../records/session.ts';
import { createSessionList, sessionIdOf } from '../session-list.ts';

const { fields } = sessionRecords.session;

export interface Session {
  readonly tokenHash: string;
  readonly csrf: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

const read = (stored: Readonly<Record<string, string>>): Session | null =>
  stored['tokenHash'] === undefined ? null : fields.parse(stored);

/** Browsers that are signed in to the console. A cookie and a code are kept as hashes: they cannot be recovered. */
export function createSessions({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  const { note, list, end } = createSessionList({ redis, now });

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
