import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { startReveille } from '../support/reveille.ts';
import { deliver, newOwner, type Owner } from '../support/supervised.ts';
import { countBy, startOrderTarget } from '../support/target.ts';
import { freePort } from '../../platform/free-port.ts';
import { folderOfFile } from '../support/temporary-folder.ts';

const key = 'key-of-the-target';
const endedWithinMs = 240_000;
const orders = (name: string) => Array.from({ length: 8 }, (_, index) => `${name}-${index}`);

/** One data folder and port: the second test goes on with the service of the first. */
const dataDir = folderOfFile('reveille-start-');
let port: number;
let service: ReturnType<typeof startReveille>;
async function start() {
  const settings = { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8', METRICS_PORT: '0', PORT: String(port) };
  service = startReveille(dataDir(), settings);
  return await service.ready();
}
beforeAll(async () => {
  // Other tests take the default port while no service is there.
  port = await freePort();
  await start();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async ({ task }) => {
  // A second try begins with a start of its own, whatever the first one left.
  if ((task.result?.retryCount ?? 0) > 0) await service.stop('SIGTERM');
  if (!service.isRunning()) await start();
});

type Target = Awaited<ReturnType<typeof startOrderTarget>>;

async function newShop(url: string, target: Target) {
  const owner = await newOwner(url, dataDir());
  await owner.allow('127.0.0.1', key);
  const automation = await owner.newAutomation(`POST ${target.url}/orders with JSON {"order": "{{order}}"}.`);
  return { owner, automation };
}

async function outcomesOf(owner: Owner, automationId: string) {
  return Object.fromEntries(countBy(await owner.activity(automationId), ({ outcome }) => outcome));
}

const timesSeen = (target: Target) => [...countBy(target.seen, ({ body }) => body).values()];

test('deliveries accepted while no worker is there are done when one is back', async () => {
  await using target = await startOrderTarget({ key });
  const { url } = await service.ready();
  const { owner, automation } = await newShop(url, target);

  const { worker } = await service.children();
  // It keeps its connections and takes nothing, as a machine does that hangs.
  process.kill(worker!, 'SIGSTOP');
  const sent = await Promise.all(orders('shop').map((order) => deliver(automation.url, order, { order })));
  expect(sent.map(({ status, tries }) => [status, tries])).toEqual(sent.map(() => ['accepted', 1]));
  expect(await outcomesOf(owner, automation.id)).toEqual({ running: 8 });
  expect(target.seen).toEqual([]);

  process.kill(worker!, 'SIGKILL');
  await service.printed(/^The worker runs again\.$/m);
  await owner.untilAllEnded(automation.id, endedWithinMs);
  expect(await outcomesOf(owner, automation.id)).toEqual({ succeeded: 8 });
  expect(timesSeen(target)).toEqual(sent.map(() => 1));
});

test('a stop in the middle of runs loses nothing, and the next start finishes them', async () => {
  await using target = await startOrderTarget({ key, answerAfterMs: 2_000 });
  const before = await service.ready();
  const shops = await Promise.all(Array.from({ length: 3 }, () => newShop(before.url, target)));
  const sent = await Promise.all(
    shops.flatMap(({ automation }, index) =>
      orders(`shop-${index}`).map((order) => deliver(automation.url, order, { order })),
    ),
  );
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 'accepted'));

  await expect.poll(() => target.open(), { interval: 5 }).toBeGreaterThanOrEqual(4);
  expect(await service.stop('SIGTERM')).toBe(0);
  const seenBefore = target.seen.length;

  const after = await start();
  expect(after).toMatchObject({ url: before.url, hookUrl: before.hookUrl, token: before.token });
  for (const { owner, automation } of shops) {
    await owner.untilAllEnded(automation.id, endedWithinMs);
    // What was under way when the stop came was answered within the grace: no effect is unknown.
    expect(await outcomesOf(owner, automation.id)).toEqual({ succeeded: 8 });
    expect((await owner.usage()).automationRuns).toBe(8);
  }
  expect(timesSeen(target)).toEqual(sent.map(() => 1));
  expect(seenBefore).toBeLessThanOrEqual(sent.length);

  const [shop] = shops;
  const again = await deliver(shop!.automation.url, 'shop-0-3', { order: 'shop-0-3' });
  expect(again).toMatchObject({ status: 'duplicate', deliveryId: sent[3]!.deliveryId });
  expect(await shop!.owner.record(again.deliveryId)).toMatchObject({
    outcome: 'succeeded',
    eventId: 'shop-0-3',
    arrived: { text: '{"order":"shop-0-3"}' },
  });
  expect(await service.stop()).toBe(0);
});
