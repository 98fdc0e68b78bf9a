import { RunChange } from '#contracts/live.ts';
import type { Redis } from '../connection/connect.ts';
import { isCluster } from '../connection/nodes.ts';
import { createReader, type OnLiveEvent, type Reader } from './reader.ts';
import { openShards } from './shards.ts';
import { openSubscriber, type Subscriber } from './subscriber.ts';
import { json } from '../records/fields.ts';

export type { OnLiveEvent } from './reader.ts';

interface Deps {
  readonly redis: Redis;
  readonly logger: { readonly warn: (fields: object, message: string) => void };
}

const prefix = 'live:';
const StoredChange = json(RunChange);

/**
 * Live changes of runs: one connection for each process, in a cluster one to each node that is needed, opened with its first reader, and
 * any number of readers.
 */
export function createLive({ redis, logger }: Deps) {
  const readers = new Map<string, Set<Reader>>();
  let subscriber: Subscriber | null = null;
  let isClosed = false;

  /**
   * Calls `onEvent` with each change in the workspace until the returned function is called. The first event is
   * `resync`: nothing is missed from then on. It comes again after an outage, and where `onEvent` was too slow.
   */
  function subscribe(workspaceId: string, onEvent: OnLiveEvent): () => void {
    if (isClosed) return () => undefined;
    const reader = createReader(onEvent, (error) => {
      logger.warn({ error, workspaceId }, 'live reader failed');
      remove();
    });
    const remove = () => leave(workspaceId, reader);
    readers.set(workspaceId, (readers.get(workspaceId) ?? new Set()).add(reader));
    const open = isCluster(redis) ? openShards : openSubscriber;
    subscriber ??= open({ redis, logger, onMessage, onReady: resync });
    subscriber.add(`${prefix}${workspaceId}`, () => reader.offer({ kind: 'resync' }));
    return remove;
  }

  function leave(workspaceId: string, reader: Reader): void {
    reader.close();
    const others = readers.get(workspaceId);
    if (others?.delete(reader) !== true || others.size > 0) return;
    readers.delete(workspaceId);
    subscriber?.remove(`${prefix}${workspaceId}`);
  }

  function onMessage(message: string, channel: string): void {
    const change = StoredChange.safeDecode(message).data;
    if (change === undefined) return;
    for (const reader of readersOf(channel)) reader.offer({ kind: 'change', ...change });
  }

  const readersOf = (channel: string) => readers.get(channel.slice(prefix.length)) ?? [];

  function resync(channels: readonly string[]): void {
    for (const channel of channels) for (const reader of readersOf(channel)) reader.offer({ kind: 'resync' });
  }

  function close(): void {
    isClosed = true;
    for (const ofWorkspace of readers.values()) for (const reader of ofWorkspace) reader.close();
    readers.clear();
    subscriber?.close();
  }

  return { subscribe, close };
}

export type Live = ReturnType<typeof createLive>;
