import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it as sequential } from 'vitest';
import { listeningPorts } from '#bin/embedded/listening-ports.ts';
import { runCommand, startReveille } from '#test/support/reveille.ts';
import { isSecondTry } from '#test/support/second-try.ts';
import { folderOfFile, newDataDir } from '#test/support/temporary-folder.ts';
import { refusedByDatabase, type Refusal } from './start/emptied-database.ts';
import { keepTwoKeys, playRotation } from './start/rotate-keys.ts';
import { readableByOthers, visibleOf } from './start/what-others-see.ts';
import { isAlive, manage, type Owner, status, wake } from './started-service.ts';

const pathOf = (url: string) => new URL(url).pathname;

const automationUrls = async (owner: Owner) =>
  ((await manage(owner, 'GET', '/automations')) as { items: { url: string }[] }).items.map(({ url }) => url);

const keyOfProvider = 'key-of-a-provider-of-models';
/** Beside the others of its group; the groups follow each other. */
const it = sequential.concurrent;

describe('npm start', () => {
  /** Two starts for all that changes nothing of them, one of them with private addresses open; then they are stopped. */
  const sharedDataDir = folderOfFile('reveille-start-');
  const closedDataDir = folderOfFile('reveille-start-');
  let refusal: Refusal;
  let shared: ReturnType<typeof startReveille>;
  let closed: ReturnType<typeof startReveille>;
  const startShared = (dataDir: string) =>
    startReveille(dataDir, {
      ANTHROPIC_API_KEY: keyOfProvider,
      ADMIN_TOKEN: `admin-${keyOfProvider}`,
      EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
    });
  beforeAll(async () => {
    closed = startReveille(closedDataDir());
    await keepTwoKeys(sharedDataDir());
    refusal = await refusedByDatabase(sharedDataDir());
    shared = startShared(sharedDataDir());
    await Promise.all([shared.ready(), closed.ready()]);
  });
  afterAll(async () => {
    for (const start of [shared, closed]) await start?.[Symbol.asyncDispose]();
  });

  describe('while it runs', () => {
    // Not tried again: the first try takes the one link.
    it('prints a link that signs in to the console once', { retry: 0 }, async () => {
      const link = /\S+\/console\/sign-in\?code=\S+/.exec(shared.output())?.[0] ?? '';
      const follow = async () => await fetch(link, { redirect: 'manual' });
      const first = await follow();
      expect([first.status, first.headers.get('location')]).toEqual([303, '/console']);
      expect((await follow()).status).toBe(401);
    });

    it('says what to do with a database of Temporal that is empty, and starts without it', async () => {
      expect(refusal.code).toBe(1);
      expect(refusal.output).toContain(`Temporal cannot start: its database ${refusal.file} `);
      expect(refusal).toMatchObject({ commandCode: 0, isAside: true });
      expect(await status(`${(await shared.ready()).url}/readyz`)).toBe(200);
    });

    it('lets nobody into its Redis without a password, and gives its servers no secret that they do not need', async () => {
      const url = new URL(readFileSync(path.join(sharedDataDir(), 'redis-url'), 'utf8').trim());
      const { password } = url;
      expect(password.length).toBeGreaterThan(30);
      const owner = createClient({ url: url.href });
      await owner.connect();
      const { maxmemory } = await owner.configGet('maxmemory');
      expect(Number(maxmemory)).toBeGreaterThan(0);
      expect(Number(maxmemory)).toBeLessThanOrEqual(totalmem() / 4);
      owner.destroy();
      url.password = '';
      const stranger = createClient({ url: url.href, socket: { reconnectStrategy: false } });
      stranger.on('error', () => undefined);
      const refused = stranger.connect().then(() => stranger.ping());
      await expect(refused).rejects.toThrow(/NOAUTH/);
      stranger.destroy();
      const { redis, temporal, api, worker } = await shared.children();
      if (process.platform !== 'linux') return;
      const operatorToken = `admin-${keyOfProvider}`;
      expect(visibleOf(api!)).toContain(operatorToken);
      expect(visibleOf(worker!)).not.toContain(operatorToken);
      expect(visibleOf(worker!)).toContain(`=${keyOfProvider}`);
      for (const pid of [redis!, temporal!]) {
        expect(visibleOf(pid)).not.toContain(keyOfProvider);
        expect(visibleOf(pid)).not.toContain(password);
      }
      expect(visibleOf(api!)).toContain(keyOfProvider);
    });

    it('lets no agent reach its own servers, whatever addresses are open', async () => {
      const owner = await shared.ready();
      const { items } = (await manage(owner, 'GET', '/agents')) as { items: { id: string }[] };
      const agent = `/agents/${items[0]!.id}`;
      await manage(owner, 'POST', `${agent}/network-access`, { domain: '127.0.0.1' });
      const file = (name: string) => readFileSync(path.join(sharedDataDir(), name), 'utf8').trim();
      const ports = Object.values(JSON.parse(file('ports.json')) as Record<string, number>);
      expect(ports).toHaveLength(5);
      const { temporal, worker } = await shared.children();
      // The Web UI is behind the port that is told.
      const [, hiddenHost = '', hiddenPort] =
        /--ui-ip\0([^\0]+)\0--ui-port\0(\d+)/.exec(visibleOf(temporal!)) ?? [];
      await manage(owner, 'POST', `${agent}/network-access`, { domain: hiddenHost });
      const redisPort = Number(new URL(file('redis-url')).port);
      // Whatever they listen on, also what nobody is told of.
      const listening = await Promise.all([temporal!, worker!].map((pid) => listeningPorts(pid)));
      const loopback = [...new Set([...ports, redisPort, ...listening.flat()])]
        .filter((port) => port !== Number(hiddenPort))
        .map((port) => ['127.0.0.1', port] as const);
      for (const [host, port] of [...loopback, [hiddenHost, Number(hiddenPort)] as const])
        expect(
          await manage(owner, 'POST', `${agent}/requests`, {
            method: 'GET',
            url: `http://${host}:${port}/metrics`,
          }),
        ).toMatchObject({
          code: 'OUTBOUND_NOT_ALLOWED',
          message: `Outbound request to '${host}' is not allowed`,
        });
    });

    it('runs beside another one, and says on the data of the other that it is running already', async () => {
      const [here, there] = await Promise.all([shared.ready(), closed.ready()]);
      expect(here.url).not.toBe(there.url);
      expect(await automationUrls(here)).toEqual([here.hookUrl]);
      expect(await automationUrls(there)).toEqual([there.hookUrl]);

      const third = startReveille(sharedDataDir());
      expect(await third.exited).toBe(1);
      expect(third.output()).toMatch(
        new RegExp(
          `^Reveille is already running on ${sharedDataDir()}: process \\d+, ${here.url}\\. Stop it first`,
          'm',
        ),
      );
      expect(await status(`${here.url}/readyz`)).toBe(200);
    });

    it('keeps private addresses closed, and the demo says how to start it with them', async () => {
      const { code, output } = await runCommand('demo', closedDataDir());
      expect(output).toMatch(/For the demo start it with EGRESS_ALLOW_ADDRESSES=127\.0\.0\.0\/8\.\n$/);
      expect(code).toBe(1);
    });
  });

  describe('when it is stopped', () => {
    it('is ready with an automation to try, ends on SIGTERM, finds everything again, and offers no other to try', async ({
      task,
      onTestFinished,
    }) => {
      const isAgain = isSecondTry(task);
      const dataDir = isAgain ? await newDataDir(onTestFinished) : closedDataDir();
      await using first = isAgain ? startReveille(dataDir) : closed;
      const before = await first.ready();
      expect(await status(`${before.url}/readyz`)).toBe(200);
      expect(first.output()).toContain(before.token);
      const delivery = await wake(before.hookUrl, 'evt-1');
      expect(delivery.status).toBe('accepted');
      const pids = Object.values(await first.children());
      expect(pids).toHaveLength(4);
      const newer = await manage(before, 'POST', '/automations', {
        name: 'Orders',
        instructions: 'Order it.',
      });

      expect(await first.stop('SIGTERM')).toBe(0);
      expect(pids.filter(isAlive)).toEqual([]);
      expect(readableByOthers(dataDir)).toEqual([]);

      await using second = startReveille(dataDir);
      const after = await second.ready();
      expect(second.output()).not.toContain(before.token);
      expect(second.output()).toContain('workspace-token');
      // Meanwhile another test may have taken the port.
      expect(pathOf(after.hookUrl)).toBe(pathOf(before.hookUrl));
      expect(after.token).toBe(before.token);
      const { items } = (await manage(after, 'GET', '/automations')) as {
        items: { id: string; url: string }[];
      };
      expect(items.map(({ url }) => pathOf(url))).toEqual(
        [newer['url'] as string, before.hookUrl].map(pathOf),
      );
      expect(await wake(after.hookUrl, 'evt-1')).toMatchObject({
        status: 'duplicate',
        deliveryId: delivery.deliveryId,
      });
      await manage(after, 'PATCH', `/automations/${items[1]!.id}`, { instructions: 'Order it again.' });
      expect(await second.stop('SIGINT')).toBe(0);

      await using third = startReveille(dataDir);
      const again = await third.ready();
      expect(again.hookUrl).toBe(`${again.url}/api/tools/invoke`);
    });

    it('finds the service that runs on the data folder, and wraps anew with the keys that are kept there', async ({
      task,
      onTestFinished,
    }) => {
      if (!isSecondTry(task)) return await playRotation(shared, sharedDataDir());
      const dataDir = await newDataDir(onTestFinished);
      await keepTwoKeys(dataDir);
      await using again = startShared(dataDir);
      await playRotation(again, dataDir);
    });
  });
});
