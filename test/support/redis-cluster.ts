import path from 'node:path';

import { freePort } from '#platform/free-port.ts';
import type { RedisServerAccess } from './redis-access.ts';
import { redisServer, untilReplicated } from './redis-server.ts';
import { until } from './until.ts';

const slots = 16_384;
const nodeCount = 3;
const patience = { timeoutMs: 60_000, everyMs: 50 };

interface Options {
  /** Each node has one that follows it. */
  readonly hasReplicas?: boolean;
  readonly access?: RedisServerAccess;
}

/** Three Redis servers that share the slots of a cluster, on data folders below one. */
export async function redisCluster(folder: string, { hasReplicas = false, access }: Options = {}) {
  const all = await Promise.all(
    Array.from({ length: hasReplicas ? 2 * nodeCount : nodeCount }, async (_, index) => {
      const server = await redisServer(path.join(folder, `node-${index}`), access);
      const busPort = await freePort();
      const settings = {
        'cluster-enabled': 'yes',
        'cluster-port': String(busPort),
        'cluster-node-timeout': '5000',
      };
      return { ...server, busPort, start: () => server.start(settings) };
    }),
  );
  const [nodes, replicas] = [all.slice(0, nodeCount), all.slice(nodeCount)];

  async function start(): Promise<void> {
    for (const [index, node] of nodes.entries()) {
      node.start();
      const from = Math.floor((index * slots) / nodeCount);
      const to = Math.floor(((index + 1) * slots) / nodeCount) - 1;
      await node.ask('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
    }
    for (const node of replicas) node.start();
    for (const { address, busPort } of all.slice(1))
      // Each node that is met tells the others in the end.
      await nodes[0]?.ask('CLUSTER', 'MEET', address.host, String(address.port), String(busPort));
    await ready();
    for (const [index, node] of replicas.entries()) await follow(node, index);
  }

  async function follow(replica: (typeof all)[number], index: number): Promise<void> {
    await replica.ask('CLUSTER', 'REPLICATE', String(await nodes[index]?.ask('CLUSTER', 'MYID')));
    const isFollowing = async () =>
      String(await replica.ask('INFO', 'replication')).includes('master_link_status:up');
    await until('the replica follows', isFollowing, patience);
  }

  /** Waits until every node knows that all slots are served. */
  async function ready(): Promise<void> {
    for (const node of all)
      await until(
        'the cluster serves all slots',
        async () => {
          const text = String(await node.ask('CLUSTER', 'INFO'));
          return text.includes('cluster_state:ok') && text.includes(`cluster_known_nodes:${all.length}`);
        },
        patience,
      );
  }

  async function stop(): Promise<void> {
    await Promise.all(all.map((node) => node.signal('SIGKILL')));
  }

  const replicated = async (index: number) => {
    const node = nodes[index];
    if (node !== undefined) await untilReplicated(node);
  };

  /** The slot of a key and the node that has it. */
  async function ownerOf(key: string) {
    const slot = Number(await nodes.at(-1)?.ask('CLUSTER', 'KEYSLOT', key));
    const node = nodes[Math.floor((slot * nodeCount) / slots)];
    if (node === undefined) throw new Error(`No node has slot ${slot}`);
    return { slot, node };
  }

  /** Moves a slot with its keys to another node, as an operator does. */
  async function moveSlot(slot: number, from: (typeof all)[number], to: (typeof all)[number]): Promise<void> {
    const [source, target] = [
      String(await from.ask('CLUSTER', 'MYID')),
      String(await to.ask('CLUSTER', 'MYID')),
    ];
    await to.ask('CLUSTER', 'SETSLOT', String(slot), 'IMPORTING', source);
    await from.ask('CLUSTER', 'SETSLOT', String(slot), 'MIGRATING', target);
    const keys = (await from.ask('CLUSTER', 'GETKEYSINSLOT', String(slot), '1000')) as string[];
    const { host, port } = to.address;
    if (keys.length > 0) await from.ask('MIGRATE', host, String(port), '', '0', '5000', 'KEYS', ...keys);
    for (const node of [to, from]) await node.ask('CLUSTER', 'SETSLOT', String(slot), 'NODE', target);
  }

  const addresses = nodes.map(({ address: { host, port } }) => `${host}:${port}`);
  const scheme = access === undefined ? 'redis+cluster://' : 'rediss+cluster://';
  const url = `${scheme}${access?.inUrl ?? ''}${addresses.join(',')}`;
  return { nodes, replicas, url, start, ready, replicated, ownerOf, moveSlot, stop };
}
