import type { Redis } from '../connection/connect.ts';

export interface SubscriberOptions {
  readonly redis: Redis;
  readonly logger: { readonly warn: (fields: object, message: string) => void };
  readonly onMessage: (message: string, channel: string) => void;
  /** These channels are listened to, for the first time or again after a loss. */
  readonly onReady: (channels: readonly string[]) => void;
}

/** Keeps a quiet connection from being taken for a lost one, and finds out soon when it is. */
const pingEveryMs = 1_000;

/** A server that is away for longer may be none any more: `redis` knows the one that took its place. */
const replacedAfterMs = 2_000;

/** A connection of its own, to a server of `redis`, that does nothing but listen. It reconnects by itself. */
export function openSubscriber({ redis, logger, onMessage, onReady }: SubscriberOptions) {
  const channels = new Set<string>();
  let client = open();

  function open() {
    const opened = redis.duplicate({ pingInterval: pingEveryMs });
    let lostAtMs: number | null = null;
    opened.on('error', (error: unknown) => {
      if (opened !== client) return;
      logger.warn({ error }, 'live connection lost');
      lostAtMs ??= performance.now();
      if (performance.now() - lostAtMs > replacedAfterMs && redis.isReady) replace();
    });
    opened.on('ready', () => {
      lostAtMs = null;
      if (opened === client) listen([...channels]);
    });
    // Rejects only when it is closed while it connects; every failure before goes to the listener above.
    opened.connect().catch(() => undefined);
    return opened;
  }

  function replace(): void {
    const lost = client;
    client = open();
    lost.destroy();
  }

  /** If the connection is lost meanwhile, all channels are subscribed as soon as it is ready again. */
  function listen(wanted: readonly string[], onListening = () => onReady(wanted)): void {
    if (wanted.length === 0 || !client.isReady) return;
    client.subscribe([...wanted], onMessage).then(onListening, (error: unknown) => {
      if (client.isReady) logger.warn({ error }, 'live channel not subscribed');
    });
  }

  /** Calls `onReady` in place of `onListening` if the channel had no place yet. */
  function add(channel: string, onListening: () => void): void {
    channels.add(channel);
    listen([channel], onListening);
  }

  function remove(channel: string): void {
    channels.delete(channel);
    // If the connection is lost, the channel may stay subscribed; its messages have no reader.
    if (client.isReady) client.unsubscribe(channel, onMessage).catch(() => undefined);
  }

  return { add, remove, close: () => client.destroy() };
}

export type Subscriber = ReturnType<typeof openSubscriber>;
