import { expect, onTestFinished, test } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { redisCluster } from '#test/support/redis-cluster.ts';
import { protectedAccess, type RedisServerAccess } from '#test/support/redis-access.ts';
import { redisSentinels } from '#test/support/redis-sentinels.ts';
import { startReveille } from '#test/support/reveille.ts';
import { deliver, newOwner, type Owner } from '#test/support/supervised.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { newDataDir, temporaryFolder } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';

const key = 'key-of-the-target';
const runMs = 240_000;

type Target = Awaited<ReturnType<typeof startOrderTarget>>;
type Automation = Awaited<ReturnType<Owner['newAutomation']>>;

interface Shop {
  readonly url: string;
  readonly owner: Owner;
  readonly automation: Automation;
  /** The automation whose target answers when it is told so. */
  readonly held: Automation;
}

async function openShop(url: string, dataDir: string, target: Target): Promise<Shop> {
  const owner = await newOwner(url, dataDir);
  await owner.allow('127.0.0.1', key);
  const posting = (path: string) =>
    owner.newAutomation(`POST ${target.url}/${path} with the whole payload. Then reply "done".`);
  return { url, owner, automation: await posting('orders'), held: await posting('held') };
}

const outcomeOf = async ({ owner }: Shop, deliveryId: string) => (await owner.record(deliveryId)).outcome;

async function untilSucceeded(shop: Shop, deliveryId: string): Promise<void> {
  const hasEnded = async () => (await outcomeOf(shop, deliveryId)) !== 'running';
  await until(`the end of ${deliveryId}`, hasEnded, { timeoutMs: runMs, everyMs: 500 });
  expect(await outcomeOf(shop, deliveryId)).toBe('succeeded');
}

/** The events for the console of an owner from now on. */
async function listen({ url, owner }: Shop) {
  const visitor = consoleVisitor(url);
  await visitor.signIn(owner.token);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const stopping = new AbortController();
  const response = await fetch(`${url}/console/live`, { headers: { cookie }, signal: stopping.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let told = '';
  const untilTold = async (text: string) => {
    while (!told.includes(text)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended before ${text}: ${told}`);
      told += value;
    }
  };
  await untilTold('event: resync');
  return { untilTold, [Symbol.dispose]: () => stopping.abort() };
}

/** A delivery comes in, its run ends, the console is told, it is read and found, and it is erased. */
async function wholeStory(shop: Shop, name: string): Promise<void> {
  const { owner, automation } = shop;
  using live = await listen(shop);
  const { deliveryId } = await deliver(automation.url, name, { order: name });
  await live.untilTold(
    `{"deliveryId":"${deliveryId}","automationId":"${automation.id}","outcome":"succeeded"`,
  );
  await untilSucceeded(shop, deliveryId);
  const [newest] = await owner.activity(automation.id);
  expect(newest).toMatchObject({ deliveryId, outcome: 'succeeded' });
  expect(await owner.manage('GET', `/deliveries?eventId=${name}`)).toMatchObject({
    items: [{ deliveryId }],
  });
  expect(await owner.manage('GET', `/deliveries/${deliveryId}/body`)).toEqual({ order: name });
  expect(await deliver(automation.url, name, { order: name })).toMatchObject({
    status: 'duplicate',
    deliveryId,
  });
  await owner.manage('DELETE', `/deliveries/${deliveryId}`);
  expect(await owner.record(deliveryId)).toMatchObject({ erasedAt: expect.any(String) });
  expect(await deliver(automation.url, name, { order: name })).toMatchObject({ status: 'duplicate' });
}

/** Runs of all shops are in the middle of a request while something happens to Redis; each is sent once. */
async function storyAcross(shops: readonly Shop[], target: Target, happen: () => Promise<void>) {
  const begun = await Promise.all(
    shops.map(async ({ held }, index) => await deliver(held.url, `held-${index}`, { held: index })),
  );
  const patience = { timeoutMs: runMs };
  await until('all requests are under way', () => target.holding('/held') === shops.length, patience);
  await happen();
  // As a sender would: after 503 the same event comes again until it is taken.
  const taken = await Promise.all(
    shops.map(async ({ automation }, index) => await deliver(automation.url, `after-${index}`, { index })),
  );
  target.release('/held');
  for (const [index, shop] of shops.entries()) {
    await untilSucceeded(shop, begun[index]!.deliveryId);
    await untilSucceeded(shop, taken[index]!.deliveryId);
  }
  const bodies = target.seen.filter(({ path }) => path.startsWith('/held')).map(({ body }) => body);
  expect(bodies.toSorted()).toEqual(shops.map((_, index) => JSON.stringify({ held: index })));
}

/** Workspaces until each node of the cluster has one: where their records are is left to chance. */
async function shopOnEveryNode(cluster: Awaited<ReturnType<typeof redisCluster>>, open: () => Promise<Shop>) {
  const shops: Shop[] = [];
  const held = new Set<number>();
  while (held.size < cluster.nodes.length) {
    const shop = await open();
    const { id } = (await shop.owner.manage('GET', '/workspace')) as { id: string };
    const slot = Number(await cluster.nodes[0]!.ask('CLUSTER', 'KEYSLOT', `{${id}}`));
    const node = Math.floor((slot * cluster.nodes.length) / 16_384);
    if (!held.has(node)) shops.push(shop);
    held.add(node);
  }
  return shops;
}

/** `npm start` before a Redis that is entered by TLS, with a user and a password. */
async function startBefore(url: string, { authorityFile }: RedisServerAccess, dataDir: string) {
  const service = startReveille(dataDir, {
    REDIS_URL: url,
    NODE_EXTRA_CA_CERTS: authorityFile,
    EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
  });
  onTestFinished(() => service[Symbol.asyncDispose]());
  return { service, ready: await service.ready() };
}

test('API and worker work on a cluster, by TLS and with a password, and go on when one of its nodes is lost', async () => {
  const folder = await temporaryFolder('reveille-cluster-');
  const access = await protectedAccess(folder);
  const cluster = await redisCluster(folder, { hasReplicas: true, access });
  onTestFinished(cluster.stop);
  await cluster.start();
  await using target = await startOrderTarget({ key });
  const dataDir = await newDataDir();
  const { service, ready } = await startBefore(cluster.url, access, dataDir);
  const shops = await shopOnEveryNode(cluster, () => openShop(ready.url, dataDir, target));
  for (const [index, shop] of shops.entries()) await wholeStory(shop, `story-${index}`);

  await storyAcross(shops, target, async () => {
    await cluster.replicated(0);
    await cluster.nodes[0]!.signal('SIGKILL');
  });
  for (const [index, shop] of shops.entries()) await wholeStory(shop, `story-after-${index}`);
  expect(await service.stop()).toBe(0);
});

test('API and worker follow Sentinels, by TLS and with passwords, to the replica that takes the place of the primary', async () => {
  const folder = await temporaryFolder('reveille-sentinels-');
  const access = await protectedAccess(folder);
  const sentinels = await redisSentinels(folder, access);
  onTestFinished(sentinels.stop);
  await sentinels.start();
  await using target = await startOrderTarget({ key });
  const dataDir = await newDataDir();
  const { service, ready } = await startBefore(sentinels.url, access, dataDir);
  const shop = await openShop(ready.url, dataDir, target);
  await wholeStory(shop, 'story');

  await storyAcross([shop], target, async () => {
    await sentinels.replicated();
    await sentinels.primary.signal('SIGKILL');
  });
  expect(String(await sentinels.replica.ask('ROLE'))).toMatch(/^master/);
  await wholeStory(shop, 'story-after');
  expect(await service.stop()).toBe(0);
});
