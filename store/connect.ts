import { setImmediate as nextTurn } from 'node:timers/promises';

import { createClient, RESP_TYPES } from 'redis';

export type Redis = ReturnType<typeof connectTo>;

/** A server that is silent for this long counts as lost, and every command that waits for it fails. */
const silenceMaxMs = 4_000;
const lookEveryMs = 1_000;

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
    commandOptions: { timeout: 5_000 },
  });
  redis.on('error', onError);
  return redis;
}

/**
 * Opens the one connection of a process. `onError` is called at every loss; the client reconnects by itself. The client's
 * own time limits end with the sending of a command: a server that takes commands and answers none would hold up its
 * callers for ever. Such a connection is given up and replaced.
 */
export async function connectRedis(url: string, onError: (error: Error) => void): Promise<Redis> {
  let current = connectTo(url, onError);
  await current.connect();

  const watch = setInterval(() => {
    const looked = current;
    if (!looked.isReady) return;
    void answers(looked).then((isAnswered) => {
      if (isAnswered || current !== looked) return;
      onError(new Error(`Redis was silent for ${silenceMaxMs} ms`));
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

/** True when the server answers in time, and when the loss is known to the client already. */
async function answers(redis: Redis): Promise<boolean> {
  let isAnswered = false;
  const answer = redis.ping().then(
    () => (isAnswered = true),
    () => (isAnswered = true),
  );
  const silence = Promise.withResolvers<void>();
  const timer = setTimeout(silence.resolve, silenceMaxMs);
  await Promise.race([answer, silence.promise]);
  clearTimeout(timer);
  // If it was this process that stood still, the answer is waiting to be read.
  await nextTurn();
  return isAnswered;
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
