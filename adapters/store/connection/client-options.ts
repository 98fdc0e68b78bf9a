import type { RedisAccess } from '#domain/redis-url.ts';

/** A server that is silent for this long counts as lost, and every command that waits for it fails. */
export const silenceMaxMs = 4_000;

export const clientOptions = {
  // Commands fail at once when Redis is lost; a queue of waiting commands would hide that.
  disableOfflineQueue: true,
  socket: {
    connectTimeout: 2_000,
    // Bounds the handshake; later every command on its way counts as a sign of life.
    socketTimeout: silenceMaxMs,
    reconnectStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1_000),
  },
} as const;

/**
 * The client's limit covers a command only until it is sent, and leaves a signal and a timer behind for its whole length.
 * A connection that takes no commands is silent, and is given up with all that wait.
 */
export const commandOptions = { timeout: 0 } as const;

/** How a server is entered that is named by host and port. */
export const entryOf = ({ isTls, ...credentials }: RedisAccess) => ({
  ...credentials,
  ...(isTls && { tls: true as const }),
});
