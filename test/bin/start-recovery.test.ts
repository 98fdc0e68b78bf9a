import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#platform/free-port.ts';
import { startReveille } from '#test/support/reveille.ts';
import { isSecondTry } from '#test/support/second-try.ts';
import { deliver, newOwner, type Owner } from '#test/support/supervised.ts';
import { countBy, startOrderTarget } from '#test/support/target.ts';
import { folderOfFile, newDataDir } from '#test/support/temporary-folder.ts';
import { isAlive, status, wake } from './started-service.ts';

const key = 'key-of-the-target';
const endedWithinMs = 240_000;
const orders = (name: string) => Array.from({ length: 8 }, (_, index) => `${name}-${index}`);

type Target = Awaited<ReturnType<typeof startOrderTarget>>;

async function newShop(url: string, dataDir: string, target: Target) {
  const owner = await newOwner(url, dataDir);
  await owner.allow('127.0.0.1', key);
  const automation = await owner.newAutomation(`POST ${target.url}/orders with JSON {"order": "{{order}}"}.`);
  return { owner, automation };
}

async function outcomesOf(owner: Owner, automationId: string) {
  return Object.fromEntries(countBy(await owner.activity(automationId), ({ outcome }) => outcome));
}

const timesSeen = (target: Target) => [...countBy(target.seen, ({ body }) => body).values()];

describe('npm start, when processes die or are stopped', () => {
  /** One data folder: each start finds what the one before left behind. */
  const dataDir = folderOfFile('reveille-start-');
  let service: ReturnType<typeof startReveille>;
  let port: number;
  async function start() {
    service = startReveille(dataDir(), { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8', PORT: String(port) });
    return await service.ready();
  }
  async function killSupervisor(): Promise<void> {
    process.kill(Number(await readFile(path.join(dataDir(), 'lock.pid'), 'utf8')), 'SIGKILL');
    await service.exited;
  }
  beforeAll(async () => {
    // Other tests take the default port while no service is there.
    port = await freePort();
    await start();
  });
  afterAll(async () => {
    if (service.isRunning()) expect(await service.stop()).toBe(0);
  });
  beforeEach(async ({ task }) => {
    // A second try begins with a start of its own, whatever the first one left.
    if (isSecondTry(task)) await service.stop();
    if (!service.isRunning()) await start();
  });

  it('starts a process again that was killed, on the same ports and data', async () => {
    const { url, hookUrl } = await service.ready();
    const eventId = randomUUID();
    await wake(hookUrl, eventId);
    const before = await service.children();
    for (const [name, title] of [
      ['redis', 'Redis'],
      ['temporal', 'Temporal'],
      ['worker', 'The worker'],
      ['api', 'The API'],
    ] as const) {
      process.kill(before[name]!, 'SIGKILL');
      await service.printed(new RegExp(`^${title} ended \\(SIGKILL\\); it is started again\\.$`, 'm'));
      await service.printed(new RegExp(`^${title} runs again\\.$`, 'm'));
    }
    await expect.poll(() => status(`${url}/readyz`).catch(() => 0)).toBe(200);
    expect(await wake(hookUrl, eventId)).toMatchObject({ status: 'duplicate' });
    expect(await wake(hookUrl, randomUUID())).toMatchObject({ status: 'accepted' });
  });

  it('API and worker end by themselves when their supervisor is killed, though nobody reads their logs any more', async () => {
    const { hookUrl } = await service.ready();
    const { api, worker } = await service.children();
    // A line that it still has to write when its reader is gone.
    const answered = wake(hookUrl, randomUUID()).catch(() => undefined);
    await Promise.all([killSupervisor(), answered]);
    await expect.poll(() => [api, worker].map((pid) => isAlive(pid!))).toEqual([false, false]);
    await start();
    expect(service.output()).toMatch(
      /^Ended what an earlier start left behind: (temporal, redis|redis, temporal)\.$/m,
    );
  });

  it('is not held up by what a killed supervisor left behind', async () => {
    const eventId = randomUUID();
    await wake((await service.ready()).hookUrl, eventId);
    const leftOvers = Object.values(await service.children());
    await killSupervisor();
    const { hookUrl } = await start();
    expect(service.output()).toMatch(/^Ended what an earlier start left behind: /m);
    expect(leftOvers.filter(isAlive)).toEqual([]);
    expect(await wake(hookUrl, eventId)).toMatchObject({ status: 'duplicate' });
  });

  it('deliveries accepted while no worker is there are done when one is back', async () => {
    await using target = await startOrderTarget({ key });
    const { url } = await service.ready();
    const { owner, automation } = await newShop(url, dataDir(), target);

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

  it('a stop in the middle of runs loses nothing, and the next start finishes them', async () => {
    await using target = await startOrderTarget({ key, answerAfterMs: 2_000 });
    const before = await service.ready();
    const shops = await Promise.all(Array.from({ length: 3 }, () => newShop(before.url, dataDir(), target)));
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
      // Requests in progress at the stop were answered within the grace: no effect is unknown.
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
  });

  it('stops at once though connections are open that never sent anything', async () => {
    const { url } = await service.ready();
    const { metrics } = JSON.parse(await readFile(path.join(dataDir(), 'ports.json'), 'utf8')) as {
      metrics: number;
    };
    for (const port of [Number(new URL(url).port), metrics])
      await once(
        connect(port, '127.0.0.1').on('error', () => undefined),
        'connect',
      );
    expect(await status(`${url}/readyz`)).toBe(200);
    const readLog = () => readFile(path.join(dataDir(), 'logs/api.log'), 'utf8');
    const before = await readLog();
    expect(await service.stop()).toBe(0);
    const log = (await readLog()).slice(before.length);
    expect(log).toContain('"msg":"stopped"');
    expect(log).not.toContain('part did not close cleanly');
  });
});

it('npm start ends at once when it is stopped while it starts', async () => {
  const folder = await newDataDir();
  await using stopped = startReveille(folder);
  await expect.poll(() => existsSync(path.join(folder, 'children.json'))).toBe(true);
  const pids = Object.values(await stopped.children());
  expect(await stopped.stop()).toBe(0);
  expect(stopped.output()).not.toMatch(/^ready/m);
  expect(pids.filter(isAlive)).toEqual([]);
});
