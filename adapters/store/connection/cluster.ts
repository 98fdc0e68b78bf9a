import { setTimeout as pause } from 'node:timers/promises';

import { createCluster } from '@redis/client';

import type { RedisAddress } from '#domain/redis-url.ts';
import { withTimeout } from '#domain/with-timeout.ts';
import { conditionOf } from '../condition.ts';
import { clientOptions, commandOptions, entryOf, silenceMaxMs } from './client-options.ts';
import { nodeOfKey, nodesOfCluster } from './nodes.ts';
import { reconnectingProxy } from './reconnecting-proxy.ts';
import { type Client, openServer } from './server.ts';

type ClusterAddress = Extract<RedisAddress, { kind: 'cluster' }>;
type Cluster = ReturnType<typeof openCluster>;
type NodeClient = Awaited<ReturnType<Cluster['nodeClient']>>;

const lookEveryMs = 1_000;
/** A node that does not answer keeps the client from knowing the others: it begins anew. */
const discoveryMsMax = 10_000;

function openCluster({ nodes, access }: ClusterAddress, onError: (error: Error) => void) {
  const { tls, ...credentials } = entryOf(access);
  const cluster = createCluster({
    rootNodes: nodes.map(({ host, port }) => ({ socket: { host, port } })),
    defaults: {
      ...clientOptions,
      ...credentials,
      socket: { ...clientOptions.socket, ...(tls === true && { tls }) },
    },
    commandOptions,
    topologyRefreshOnReconnectionAttemptStrategy: lookEveryMs,
  });
  cluster.on('error', onError);
  cluster.on('node-error', onError);
  return cluster;
}

/**
 * Opens the connections to the nodes of a cluster that take writes, and behaves like one client: each command goes to the
 * node that has its key. The client follows a fail-over by itself; where a node takes commands and answers none, all
 * connections are given up and replaced.
 */
export async function connectCluster(
  address: ClusterAddress,
  onError: (error: Error) => void,
): Promise<Client> {
  let isClosed = false;
  const open = () => untilReached(address, onError, () => isClosed);
  let current = await open();

  async function replace(looked: Cluster): Promise<void> {
    if (looked !== current || !looked.isOpen) return;
    onError(new Error(`A node of the Redis cluster was silent for ${silenceMaxMs} ms`));
    looked.destroy();
    const opened = await open();
    if (isClosed) opened.destroy();
    else current = opened;
  }

  const watch = setInterval(() => {
    const looked = current;
    for (const { client } of looked.masters) {
      if (client?.isReady !== true) continue;
      void conditionOf(client, silenceMaxMs).then(async (condition) => {
        if (condition === 'silent' && client.isReady) await replace(looked).catch(onError);
      });
    }
  }, lookEveryMs);

  function stop(): void {
    isClosed = true;
    clearInterval(watch);
  }
  async function close(): Promise<void> {
    stop();
    await current.close();
  }
  function destroy(): void {
    stop();
    current.destroy();
  }

  const others = commandsOfOneServer(() => current, address);
  return reconnectingProxy<Client>(() => current, { close, destroy, ...others });
}

async function untilReached(
  address: ClusterAddress,
  onError: (error: Error) => void,
  isClosed: () => boolean,
): Promise<Cluster> {
  for (;;) {
    const cluster = openCluster(address, onError);
    try {
      await withTimeout(cluster.connect(), discoveryMsMax, 'The nodes of the Redis cluster were not reached');
      return cluster;
    } catch (error) {
      cluster.destroy();
      if (isClosed()) throw error;
      onError(error instanceof Error ? error : new Error(String(error)));
      await pause(lookEveryMs);
    }
  }
}

/** Commands of the client of one server that the client of a cluster lacks. */
function commandsOfOneServer(current: () => Cluster, { access }: ClusterAddress) {
  const nodes = async (): Promise<readonly NodeClient[]> =>
    await Promise.all(current().masters.map(async (node) => await current().nodeClient(node)));

  async function* scanIterator(options: Parameters<NodeClient['scanIterator']>[0]) {
    for (const node of await nodes()) yield* node.scanIterator(options);
  }

  async function* zScanIterator(...[key, options]: Parameters<NodeClient['zScanIterator']>) {
    const node = await current().getNodeClientForKey(key, false);
    yield* node.zScanIterator(key, options);
  }

  /** Asking for the key lets the client follow it to another node first. */
  async function nodeOf(key: string): Promise<NodeClient> {
    const cluster = current();
    await cluster.exists(key);
    return await cluster.getNodeClientForKey(key, false);
  }

  /** A client of one node, such as for listening: what is published at a node is told by every one. */
  function duplicate(options: Parameters<Client['duplicate']>[0]) {
    const { masters } = current();
    const ready = masters.filter(({ client }) => client?.isReady === true);
    const from = ready.length > 0 ? ready : masters;
    const { host, port } = from[Math.floor(Math.random() * from.length)] ?? { host: '127.0.0.1', port: 1 };
    return openServer({ host, port, access }).duplicate(options);
  }

  return { [nodesOfCluster]: nodes, [nodeOfKey]: nodeOf, scanIterator, zScanIterator, duplicate };
}
