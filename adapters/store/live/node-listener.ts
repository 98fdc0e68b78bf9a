import { withTimeout } from '#domain/with-timeout.ts';
import { silenceMaxMs } from '../connection/client-options.ts';
import type { Redis } from '../connection/connect.ts';

interface Options {
  /** The connection for commands to the node. */
  readonly node: Redis;
  readonly onMessage: (message: string, channel: string) => void;
  readonly onMoved: (channel: string) => void;
  /** Nothing is heard any more. */
  readonly onEnd: (error: unknown) => void;
}

/** The channel in the slot of the keys that begin with `{…}`, for `name:…`. */
export const shardChannel = (channel: string): string => channel.replace(/:(.*)$/, ':{$1}');

/** A node of Redis 6.2, or one whose user may not: a script publishes there on the plain channel (publish-change.lua). */
const isRefusal = (error: unknown) =>
  error instanceof Error && /^(?:ERR unknown command|NOPERM)/.test(error.message);

/** A connection to one node of a cluster that does nothing but listen, and ends with the first loss. */
export function openNodeListener({ node, onMessage, onMoved, onEnd }: Options) {
  /** The channels that are listened to, each with how that ends. */
  const heard = new Map<string, () => Promise<void>>();
  let [subscribing, isEnded] = [0, false];
  const client = node.duplicate();
  client.on('error', end);
  client.on('sharded-channel-moved', (moved: string) => {
    const channel = moved.replaceAll(/[{}]/g, '');
    if (heard.delete(channel)) onMoved(channel);
  });
  const connected = client.connect();
  // Every failure goes to the listener above, and to those who listen.
  connected.catch(() => undefined);

  function end(error: unknown): void {
    if (isEnded) return;
    close();
    onEnd(error);
  }

  function close(): void {
    isEnded = true;
    client.destroy();
  }

  async function listen(channel: string): Promise<void> {
    subscribing += 1;
    try {
      await connected;
      heard.set(channel, await subscribe(client, channel, onMessage));
    } finally {
      subscribing -= 1;
    }
  }

  function leave(channel: string): void {
    heard
      .get(channel)?.()
      .catch(() => undefined);
    heard.delete(channel);
  }

  /** Ends a connection that is silent, and one whose node knows of fewer channels. */
  async function look(): Promise<void> {
    if (client.isReady) await assertHeard(client, subscribing > 0 ? null : heard.size).catch(end);
  }

  return {
    listen,
    leave,
    look,
    close,
    hears: (channel: string) => heard.has(channel),
    isIdle: () => heard.size === 0 && subscribing === 0,
  };
}

/** The returned function ends it. */
async function subscribe(
  client: Redis,
  channel: string,
  onMessage: Options['onMessage'],
): Promise<() => Promise<void>> {
  const shard = shardChannel(channel);
  const onTold = (message: string) => onMessage(message, channel);
  try {
    await client.sSubscribe(shard, onTold);
    return async () => await client.sUnsubscribe(shard, onTold);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await client.subscribe(channel, onTold);
    return async () => await client.unsubscribe(channel, onTold);
  }
}

/** The client overlooks that a slot moved while a command is on its way: its node is asked how many channels it tells. */
async function assertHeard(client: Redis, expected: number | null): Promise<void> {
  const { sub, ssub } = await withTimeout(client.clientInfo(), silenceMaxMs);
  // Redis before 7.0.3 does not count those to channels of a shard.
  if (expected !== null && ssub !== undefined && sub + ssub !== expected)
    throw new Error(`The node tells ${sub + ssub} of ${expected} channels`);
}

export type NodeListener = ReturnType<typeof openNodeListener>;
