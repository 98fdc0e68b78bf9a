import path from 'node:path';

import { freePort } from '../../platform/free-port.ts';
import { redisServer } from './redis-server.ts';
import { until } from './until.ts';

const slots = 16_384;
const nodeCount = 3;
const patience = { timeoutMs: 60_000, everyMs: 50 };

/** Three Redis servers that share the slots of a cluster, on data folders below one. */
export async function redisCluster(folder: string) {
  const nodes = await Promise.all(
    Array.from({ length: nodeCount }, async (_, index) => {
      const server = await redisServer(path.join(folder, `node-${index}`));
      const busPort = await freePort();
      const settings = {
        'cluster-enabled': 'yes',
        'cluster-port': String(busPort),
        'cluster-node-timeout': '5000',
      };
      return { ...server, busPort, start: () => server.start(settings) };
    }),
  );

  async function start(): Promise<void> {
    for (const [index, node] of nodes.entries()) {
      node.start();
      const from = Math.floor((index * slots) / nodeCount);
      const to = Math.floor(((index + 1) * slots) / nodeCount) - 1;
      await node.ask('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
      // Who is met tells the others in the end.
      const { host, port } = node.address;
      if (index > 0) await nodes[0]?.ask('CLUSTER', 'MEET', host, String(port), String(node.busPort));
    }
    await ready();
  }

  /** Waits until every node knows that all slots are served. */
  async function ready(): Promise<void> {
    for (const node of nodes)
      await until(
        'the cluster serves all slots',
        async () => {
          const text = String(await node.ask('CLUSTER', 'INFO'));
          return text.includes('cluster_state:ok') && text.includes(`cluster_known_nodes:${nodeCount}`);
        },
        patience,
      );
  }

  async function stop(): Promise<void> {
    await Promise.all(nodes.map((node) => node.signal('SIGKILL')));
  }

  const addresses = nodes.map(({ address: { host, port } }) => `${host}:${port}`);
  return { nodes, url: `redis+cluster://${addresses.join(',')}`, start, ready, stop };
}
