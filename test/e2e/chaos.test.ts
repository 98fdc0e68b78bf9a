import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { startReveille } from '../support/reveille.ts';
import { deliver, newOwner, type Owner, type Sent } from '../support/supervised.ts';
import { countBy, startOrderTarget } from '../support/target.ts';
import { newDataDir } from '../support/temporary-folder.ts';

const key = 'key-of-the-target';
const workspaces = 6;
const placesOfWorkspace = 8;
/** Below sixty a minute, so that the eight of the end are not refused for the rate. */
const eventsOfWorkspaceMax = 45;
const readyWithinMs = 45_000;
/** Of one sender, between two orders and the next two; the senders take turns. */
const paceMs = 1_800;

/** The order in which the processes die, while requests are under way. */
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

test('loses nothing and does nothing twice when every process is killed, in turn and at once', async () => {
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
  const senders = Promise.all(
    shops.map((shop, index) => keepSending(shop, (index * paceMs) / workspaces, stop.signal)),
  );
  // A sender that meets an answer which nobody should get ends the test, not only its own stream.
  senders.catch(() => stop.abort());
  for (const death of deaths) await killAmidWork([death], 1);
  // And all of them at the same moment, as when the machine loses its power.
  await killAmidWork(deaths, 2);
  stop.abort();
  await senders;

  for (const shop of shops) await checkRecords(shop);
  expect(target.refused).toEqual([]);
  expect(repeated(target.seen.map(({ idempotencyKey }) => idempotencyKey ?? 'without a key'))).toEqual([]);
  expect(repeated(target.seen.map(({ body }) => body))).toEqual([]);

  // Eight runs of every workspace stand still at the target at once: none of the places was lost, none is too many.
  await Promise.all(shops.map(fillAllPlaces));
  target.release();
  await Promise.all(shops.map(({ owner, heldAutomation }) => owner.untilAllEnded(heldAutomation.id, 30_000)));
  expect(await service.stop()).toBe(0);
  // After a failure it stays, with its logs.
  await rm(dataDir, { recursive: true });

  /** Waits until all runs again, for the first or the second time. */
  async function killAmidWork(dying: readonly (typeof deaths)[number][], time: number): Promise<void> {
    const takenBefore = takenOf(shops);
    await expect.poll(() => takenOf(shops)).toBeGreaterThan(takenBefore + 4);
    await expect.poll(() => target.open(), { interval: 5 }).toBeGreaterThanOrEqual(2);
    const pids = await service.children();
    for (const [name] of dying) process.kill(pids[name]!, 'SIGKILL');
    const again = dying.map(([, title]) => new RegExp(`(^${title} runs again\\.$[^]*){${time}}`, 'm'));
    await Promise.all(again.map(service.printed));
    await expect.poll(() => isReady(url), { timeout: readyWithinMs }).toBe(true);
  }

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
    await expect.poll(standing).toBe(placesOfWorkspace);
    const ninth = await fetch(heldAutomation.url, { method: 'POST', body: name });
    expect([ninth.status, await ninth.json()]).toMatchObject([429, { code: 'CONCURRENCY_EXCEEDED' }]);
    expect(await owner.activity(heldAutomation.id)).toHaveLength(placesOfWorkspace);
  }
}, 180_000);

const takenOf = (shops: readonly Shop[]) => shops.reduce((sum, { sent }) => sum + sent.length, 0);

const repeated = (names: readonly string[]) =>
  [...countBy(names, (name) => name)].filter(([, times]) => times > 1);

const isReady = async (url: string) =>
  await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Two orders at a time, each an event of its own, until told to stop. */
async function keepSending(
  { name, automation, sent }: Shop,
  beginAfterMs: number,
  stop: AbortSignal,
): Promise<void> {
  const waitAWhile = (ms: number) => pause(ms, undefined, { signal: stop }).catch(() => undefined);
  await waitAWhile(beginAfterMs);
  for (let index = 0; !stop.aborted && index < eventsOfWorkspaceMax; index += 2) {
    await Promise.all(
      [index, index + 1].map(async (number) => {
        const order = `${name}-${number}`;
        sent.push(await deliver(automation.url, order, { order }));
      }),
    );
    await waitAWhile(paceMs);
  }
}
