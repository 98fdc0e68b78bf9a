import type { Redis } from '../connection/connect.ts';
import { nodeOf } from '../connection/nodes.ts';
import { type NodeListener, openNodeListener, shardChannel } from './node-listener.ts';
import type { Subscriber, SubscriberOptions } from './subscriber.ts';

const lookEveryMs = 1_000;

/**
 * Listens in a cluster: to each channel at the node that has its slot. Channels whose slot moved, or whose node was lost, are placed
 * anew until a node has them; then `onReady` tells that something may have been missed.
 */
export function openShards({ redis, logger, onMessage, onReady }: SubscriberOptions): Subscriber {
  const wanted = new Set<string>();
  const beingPlaced = new Set<string>();
  let failure: unknown = null;
  const warn = (error: unknown, message: string) => logger.warn({ error }, message);
  const { hearing, listenerAt, look, closeAll } = createListeners({
    onMessage,
    onMoved: (channel) => void place(channel),
    onEnd: (error) => warn(error, 'live connection lost'),
  });

  async function place(channel: string): Promise<void> {
    if (beingPlaced.has(channel) || hearing(channel) !== undefined) return;
    beingPlaced.add(channel);
    try {
      const node = await nodeOf(redis, shardChannel(channel));
      if (!wanted.has(channel)) return;
      await listenerAt(node).listen(channel);
      if (wanted.has(channel)) onReady([channel]);
    } catch (error) {
      if (wanted.has(channel)) failure = error;
    } finally {
      beingPlaced.delete(channel);
      if (!wanted.has(channel)) hearing(channel)?.leave(channel);
    }
  }

  const watch = setInterval(() => {
    if (failure !== null) warn(failure, 'live channels not subscribed');
    failure = null;
    look();
    for (const channel of wanted) void place(channel);
  }, lookEveryMs);

  function add(channel: string, onListening: () => void): void {
    wanted.add(channel);
    if (hearing(channel) === undefined) void place(channel);
    else onListening();
  }

  function remove(channel: string): void {
    wanted.delete(channel);
    if (!beingPlaced.has(channel)) hearing(channel)?.leave(channel);
  }

  function close(): void {
    clearInterval(watch);
    wanted.clear();
    closeAll();
  }

  return { add, remove, close };
}

/** A connection to each node that is needed, by the connection for commands to it. */
function createListeners(options: Omit<Parameters<typeof openNodeListener>[0], 'node'>) {
  const listeners = new Map<Redis, NodeListener>();

  const hearing = (channel: string) => [...listeners.values()].find(({ hears }) => hears(channel));

  function listenerAt(node: Redis): NodeListener {
    const onEnd = (error: unknown) => {
      listeners.delete(node);
      options.onEnd(error);
    };
    const listener = listeners.get(node) ?? openNodeListener({ ...options, node, onEnd });
    listeners.set(node, listener);
    return listener;
  }

  function look(): void {
    for (const [node, listener] of listeners)
      if (listener.isIdle()) {
        listeners.delete(node);
        listener.close();
      } else void listener.look();
  }

  function closeAll(): void {
    for (const listener of listeners.values()) listener.close();
    listeners.clear();
  }

  return { hearing, listenerAt, look, closeAll };
}
