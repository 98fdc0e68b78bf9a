import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { newDataDir, startReveille } from '../support/reveille.ts';
import { deliver, newOwner, type Owner, type Sent } from '../support/supervised.ts';
import { countBy, startOrderTarget } from '../support/target.ts';

const key = 'key-of-the-target';
const workspaces = 4;
const placesOfWorkspace = 8;
/** Below sixty a minute, so that the eight of the end are not refused for the rate. */
const eventsOfWorkspaceMax = 45;
const readyWithinMs = 45_000;

/** The order in which the processes die, each while requests are under way. */
const deaths = [
  ['api', 'The API'],
  ['worker', 'The worker'],
  ['redis', 'Redis'],
  ['temporal', 'Temporal'],
] as const;

interface Shop {
  readonly name: string;
  readonly owner: Owner;
  readonly automation: { readonly id: string; readonly url: string };
  /** The target keeps its requests waiting. */
  readonly heldAutomation: { readonly id: string; readonly url: string };
  readonly sent: Sent[];
}

test('loses nothing and does nothing twice when every process is killed in turn', async () => {
  const dataDir = await newDataDir();
  await using target = await startOrderTarget({ key, answerAfterMs: 400 });
  await using service = startReveille(dataDir, {
    PORT: '0',
    METRICS_PORT: '0',
    EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
  });
  const { url } = await service.ready();
  const shops = await Promise.all(Array.from({ length: workspaces }, (_, index) => newShop(`shop-${index}`)));

  const stop = new AbortController();
  const senders = Promise.all(shops.map((shop) => keepSending(shop, stop.signal)));
  // A sender that meets an answer which nobody should get ends the test, not only its own stream.
  senders.catch(() => stop.abort());
  for (const [name, title] of deaths) {
    const acceptedBefore = acceptedOf(shops);
    await expect.poll(() => acceptedOf(shops), { timeout: 30_000 }).toBeGreaterThan(acceptedBefore + 4);
    await expect.poll(() => target.open(), { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(2);
    process.kill((await service.children())[name]!, 'SIGKILL');
    await service.printed(new RegExp(`^${title} runs again\\.$`, 'm'));
    await expect.poll(() => isReady(url), { timeout: readyWithinMs }).toBe(true);
  }
  stop.abort();
  await senders;

  for (const shop of shops) await checkRecords(shop);
  expect(target.refused).toEqual([]);
  expect([...countBy(target.seen, ({ idempotencyKey }) => idempotencyKey ?? 'none').values()]).not.toContain(
    2,
  );
  expect([...countBy(target.seen, ({ body }) => body).values()].filter((times) => times > 1)).toEqual([]);

  // Eight runs of every workspace stand still at the target at once: none of the places was lost, none is too many.
  await Promise.all(shops.map(fillAllPlaces));
  target.release();
  await Promise.all(shops.map(({ owner, heldAutomation }) => owner.untilAllEnded(heldAutomation.id, 30_000)));
  expect(await service.stop()).toBe(0);

  async function newShop(name: string): Promise<Shop> {
    const owner = await newOwner(url, dataDir);
    await owner.allow('127.0.0.1', key);
    const automationFor = (path: string) =>
      owner.newAutomation(`POST ${target.url}${path} with JSON {"order": "{{order}}"}.`);
    return {
      name,
      owner,
      automation: await automationFor('/orders'),
      heldAutomation: await automationFor(`/held/${name}`),
      sent: [],
    };
  }

  /** Every delivery that was taken ended, once, and the target saw what the record says. */
  async function checkRecords({ owner, automation, sent }: Shop): Promise<void> {
    await owner.untilAllEnded(automation.id, 60_000);
    const rows = await owner.activity(automation.id);
    expect(rows.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(
      sent.map(({ deliveryId }) => deliveryId).toSorted(),
    );
    const seen = countBy(target.seen, ({ body }) => (JSON.parse(body) as { order: string }).order);
    for (const { deliveryId, eventId, status, tries } of sent) {
      // Nobody else sends this event: a duplicate is an earlier try of the same sender.
      if (status === 'duplicate') expect(tries).toBeGreaterThan(1);
      const { outcome, reason, eventId: recorded } = await owner.record(deliveryId);
      expect(recorded).toBe(eventId);
      expect([eventId, outcome, reason]).toEqual([
        eventId,
        expect.stringMatching(/^(succeeded|unknown_effect)$/),
        reason,
      ]);
      const times = seen.get(eventId) ?? 0;
      if (outcome === 'succeeded') expect([eventId, times]).toEqual([eventId, 1]);
      else expect(times).toBeLessThanOrEqual(1);
    }
    expect((await owner.usage()).automationRuns).toBe(sent.length);
  }

  async function fillAllPlaces({ name, owner, heldAutomation }: Shop): Promise<void> {
    const orders = Array.from({ length: placesOfWorkspace }, (_, index) => `${name}-held-${index}`);
    await Promise.all(orders.map((order) => deliver(heldAutomation.url, order, { order })));
    const standing = () => target.seen.filter(({ path }) => path === `/held/${name}`).length;
    await expect.poll(standing, { timeout: 30_000 }).toBe(placesOfWorkspace);
    const ninth = await fetch(heldAutomation.url, { method: 'POST', body: name });
    expect([ninth.status, await ninth.json()]).toMatchObject([429, { code: 'CONCURRENCY_EXCEEDED' }]);
    expect(await owner.activity(heldAutomation.id)).toHaveLength(placesOfWorkspace);
  }
}, 180_000);

const acceptedOf = (shops: readonly Shop[]) => shops.reduce((sum, { sent }) => sum + sent.length, 0);

const isReady = async (url: string) =>
  await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Two orders at a time, each an event of its own, until told to stop. */
async function keepSending({ name, automation, sent }: Shop, stop: AbortSignal): Promise<void> {
  for (let index = 0; !stop.aborted && index < eventsOfWorkspaceMax; index += 2) {
    await Promise.all(
      [index, index + 1].map(async (number) => {
        const order = `${name}-${number}`;
        sent.push(await deliver(automation.url, order, { order }));
      }),
    );
    // The pace of a sender: four shops come to about five deliveries a second.
    await pause(1_500, undefined, { signal: stop }).catch(() => undefined);
  }
}
