import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { newClient } from '#store/connection/new-client.ts';
import { connectRedis, type Redis } from '#store/connection/connect.ts';
import { createLive } from '#store/live/live.ts';
import { openNodeListener } from '#store/live/node-listener.ts';
import { startGate } from '#test/support/gate.ts';
import { redisCluster } from '#test/support/redis-cluster.ts';
import { arrivalWith, beginRun } from '#test/support/run.ts';
import { silentLogger } from '#test/support/silent-logger.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';

const folder = folderOfFile('reveille-shards-');
let cluster: Awaited<ReturnType<typeof redisCluster>>;
let redis: Redis;
beforeAll(async () => {
  cluster = await redisCluster(folder(), { hasReplicas: true });
  await cluster.start();
  redis = await connectRedis(cluster.url, () => undefined);
});
afterAll(async () => {
  await redis.close();
  await cluster.stop();
});

async function workspaceOn(index: number): Promise<string> {
  for (;;) {
    const workspaceId = newId('workspace');
    const { node } = await cluster.ownerOf(`{${workspaceId}}`);
    if (node === cluster.nodes[index]) return workspaceId;
  }
}

/** A workspace of a node with a reader that listens, and a way to change it. */
async function listened(index: number) {
  const workspaceId = await workspaceOn(index);
  const live = createLive({ redis, logger: silentLogger });
  const { run, admissions } = await beginRun(redis, { workspaceId });
  const told: string[] = [];
  const leave = live.subscribe(
    workspaceId,
    (event) => void told.push(event.kind === 'resync' ? 'resync' : event.deliveryId),
  );
  await expect.poll(() => told).toEqual(['resync']);
  const change = async () => {
    const arrival = arrivalWith();
    await admissions.admit(run, arrival, { attempt: 'new' });
    await admissions.confirm(run, arrival.deliveryId);
    return arrival.deliveryId;
  };
  const resyncs = () => told.filter((event) => event === 'resync').length;
  const { slot, node } = await cluster.ownerOf(`{${workspaceId}}`);
  const others = cluster.nodes.filter((other) => other !== node);
  return { workspaceId, told, change, resyncs, slot, node, others, leave, [Symbol.dispose]: live.close };
}

type Node = (typeof cluster.nodes)[number];

const shardChannels = async (node: Node) => await node.ask('PUBSUB', 'SHARDCHANNELS');

describe('in a cluster', () => {
  test('a change goes to the node of the workspace alone, and to nobody once its readers are gone', async () => {
    using story = await listened(0);
    const { told, change, node, others, workspaceId } = story;
    const changed = await change();
    await expect.poll(() => told).toEqual(['resync', changed]);
    expect(await shardChannels(node)).toEqual([`live:{${workspaceId}}`]);
    for (const other of others) expect(await shardChannels(other)).toEqual([]);
    for (const one of cluster.nodes)
      expect(await one.ask('CLUSTER', 'INFO')).not.toContain('cluster_stats_messages_publish_sent');
    story.leave();
    await expect.poll(() => shardChannels(node)).toEqual([]);
  });

  test('a reader that comes when the last one has just left is told all the same', async () => {
    const live = createLive({ redis, logger: silentLogger });
    const { run, runs } = await beginRun(redis);
    const told: string[] = [];
    const first = live.subscribe(run.workspaceId, () => void told.push('first'));
    await expect.poll(() => told).toEqual(['first']);
    first();
    const second = live.subscribe(run.workspaceId, () => undefined);
    second();
    live.subscribe(
      run.workspaceId,
      (event) => void told.push(event.kind === 'resync' ? 'resync' : event.outcome),
    );
    await expect.poll(() => told).toEqual(['first', 'resync']);
    await runs.finish(run, { outcome: 'succeeded', reason: null });
    await expect.poll(() => told).toEqual(['first', 'resync', 'succeeded']);
    live.close();
  });

  test('a slot that moves to another node takes its readers along, who look again', async () => {
    using story = await listened(0);
    const { told, change, resyncs, slot, node, others } = story;
    await cluster.moveSlot(slot, node, others[0]!);
    await expect.poll(resyncs).toBe(2);
    const changed = await change();
    await expect.poll(() => told).toEqual(['resync', 'resync', changed]);
    expect(await shardChannels(node)).toEqual([]);
    expect(await shardChannels(others[0]!)).toEqual([`live:{${story.workspaceId}}`]);
    await cluster.moveSlot(slot, others[0]!, node);
    await expect.poll(resyncs).toBe(3);
  });

  test('a slot that moves while a command is on its way ends the connection, which would miss the changes', async () => {
    const { slot, node } = await cluster.ownerOf('{a}');
    const other = cluster.nodes.find((one) => one !== node)!;
    await using gate = await startGate(node.address);
    const ends: string[] = [];
    const moved: string[] = [];
    const listener = openNodeListener({
      node: newClient({ url: `redis://${gate.address}` }),
      onMessage: () => undefined,
      onMoved: (channel) => void moved.push(channel),
      onEnd: (error) => void ends.push(String(error)),
    });
    await listener.listen('live:a');
    await listener.look();
    expect(ends).toEqual([]);
    gate.set('frozen');
    const looked = listener.look();
    await cluster.moveSlot(slot, node, other);
    gate.set('open');
    await looked;
    expect([moved, ends]).toEqual([[], ['Error: The node tells 0 of 1 channels']]);
    await cluster.moveSlot(slot, other, node);
  });

  test('nodes that refuse channels of shards are listened to as one server is', async () => {
    const setRights = async (rights: string[]) => {
      for (const node of cluster.nodes) await node.ask('ACL', 'SETUSER', 'default', ...rights);
    };
    await setRights(['-spublish', '-ssubscribe']);
    using story = await listened(0);
    const changed = await story.change();
    await expect.poll(() => story.told).toEqual(['resync', changed]);
    expect(await shardChannels(story.node)).toEqual([]);
    story.leave();
    await expect.poll(() => story.node.ask('PUBSUB', 'CHANNELS')).toEqual([]);
    await setRights(['+spublish', '+ssubscribe']);
  });

  test('after a fail-over by hand, of which no connection is lost, readers look again at the new primary', async () => {
    using story = await listened(2);
    const { told, change, resyncs } = story;
    await cluster.replicas[2]!.ask('CLUSTER', 'FAILOVER');
    await expect.poll(resyncs).toBeGreaterThan(1);
    const changed = await change();
    await expect.poll(() => told.at(-1)).toBe(changed);
  });

  test.each([
    ['SIGSTOP', 0],
    ['SIGKILL', 1],
  ] as const)(
    'after the loss of a node by %s its readers look again at the one in its place',
    async (signal, index) => {
      using story = await listened(index);
      const { told, change, resyncs, node } = story;
      await cluster.replicated(index);
      await node.signal(signal);
      await expect.poll(resyncs).toBeGreaterThan(1);
      const changed = await change();
      await expect.poll(() => told.at(-1)).toBe(changed);
    },
  );
});
