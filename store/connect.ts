import { createClient, RESP_TYPES } from 'redis';

import { conditionOf } from './condition.ts';

export type Redis = ReturnType<typeof connectTo>;

/** A server that is silent for this long counts as lost, and every command that waits for it fails. */
const silenceMaxMs = 4_000;
const lookEveryMs = 1_000;

const complaints = {
  silent: `Redis was silent for ${silenceMaxMs} ms`,
  'read-only': 'Redis refuses writes: it is a replica',
} as const;

function connectTo(url: string, onError: (error: Error) => void) {
  const redis = createClient({
    url,
    // Commands fail at once when Redis is lost; a queue of waiting commands would hide that.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2_000,
      // Bounds the handshake; later every command on its way counts as a sign of life.
      socketTimeout: silenceMaxMs,
      reconnectStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000),
    },
    // The client's limit covers a command only until it is sent, and leaves a signal and a timer behind for its whole
    // length. A connection that takes no commands is silent, and the watch below ends it with all that wait.
    commandOptions: { timeout: 0 },
  });
  redis.on('error', onError);
  return redis;
}

/**
 * Opens the one connection of a process. `onError` is called at every loss; the client reconnects by itself. The client's
 * own time limits end with the sending of a command: a server that takes commands and answers none would hold up its
 * callers for ever; and a primary that became a replica keeps its clients and refuses their writes. Such a connection is
 * given up and replaced: the address may lead to another server by now.
 */
export async function connectRedis(url: string, onError: (error: Error) => void): Promise<Redis> {
  let current = connectTo(url, onError);
  await current.connect();

  const watch = setInterval(() => {
    const looked = current;
    if (!looked.isReady) return;
    void conditionOf(looked, silenceMaxMs).then((condition) => {
      if (condition === 'fit' || current !== looked) return;
      onError(new Error(complaints[condition]));
      current = connectTo(url, onError);
      // Rejects only when it is closed while it tries; every failure before goes to onError.
      current.connect().catch(() => undefined);
      if (looked.isOpen) looked.destroy();
    });
  }, lookEveryMs);

  async function close(): Promise<void> {
    clearInterval(watch);
    await current.close();
  }

  return reconnectingProxy(() => current, { close });
}

/** The same connection, answering strings as the bytes that were stored. */
export function withBuffers(redis: Redis) {
  return redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
}

/** Behaves like the client of the moment, but for what is overridden. */
function reconnectingProxy(current: () => Redis, overrides: Partial<Redis>): Redis {
  return new Proxy({} as Redis, {
    get(_, name) {
      const client = current();
      const value: unknown = Reflect.get(name in overrides ? overrides : client, name);
      return typeof value === 'function' ? value.bind(client) : value;
    },
  });
}
