import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { createClient } from 'redis';
import { describe, expect, it } from 'vitest';
import { startRedis } from '../../bin/embedded/redis.ts';
import { startTemporal } from '../../bin/embedded/temporal.ts';
import { processIdentity } from '../../bin/process-identity.ts';
import { newDataDir, startReveille } from '../support/reveille.ts';

const disposable = <Server extends { stop(): Promise<void> }>(server: Server) => ({
  ...server,
  [Symbol.asyncDispose]: () => server.stop(),
});

const isAlive = (pid: number) => processIdentity(pid) !== undefined;
const status = async (url: string) => (await fetch(url)).status;

async function wake(hookUrl: string, eventId: string) {
  const headers = { 'content-type': 'application/json', 'x-service-event-id': eventId };
  const response = await fetch(hookUrl, { method: 'POST', headers, body: '{"event":"order.created"}' });
  return (await response.json()) as { status: string; deliveryId: string };
}

interface Owner {
  readonly url: string;
  readonly token: string;
}

async function manage({ url, token }: Owner, method: string, address: string, body?: object) {
  const response = await fetch(`${url}/manage${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function automationUrls(owner: Owner) {
  const { items } = (await manage(owner, 'GET', '/automations')) as { items: { url: string }[] };
  return items.map((item) => item.url);
}

describe('npm start', () => {
  it('is ready with an automation to try, ends on SIGTERM, finds everything again, and offers no other to try', async () => {
    const dataDir = await newDataDir();
    await using first = startReveille(dataDir);
    const before = await first.ready();
    expect(await status(`${before.url}/readyz`)).toBe(200);
    expect(first.output()).toContain(before.token);
    for (const secret of ['workspace-token', 'admin-token', 'master-keys'])
      expect(statSync(path.join(dataDir, secret)).mode & 0o777).toBe(0o600);
    const delivery = await wake(before.hookUrl, 'evt-1');
    expect(delivery.status).toBe('accepted');
    const pids = Object.values(await first.children());
    expect(pids).toHaveLength(4);
    const newer = await manage(before, 'POST', '/automations', { name: 'Orders', instructions: 'Order it.' });

    expect(await first.stop('SIGTERM')).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);

    await using second = startReveille(dataDir);
    const after = await second.ready();
    expect(second.output()).not.toContain(before.token);
    expect(second.output()).toContain('workspace-token');
    expect(after).toMatchObject({ url: before.url, hookUrl: before.hookUrl, token: before.token });
    const { items } = (await manage(after, 'GET', '/automations')) as {
      items: { id: string; url: string }[];
    };
    expect(items.map(({ url }) => url)).toEqual([newer['url'], before.hookUrl]);
    expect(await wake(after.hookUrl, 'evt-1')).toMatchObject({
      status: 'duplicate',
      deliveryId: delivery.deliveryId,
    });
    await manage(after, 'PATCH', `/automations/${items[1]!.id}`, { instructions: 'Order it again.' });
    expect(await second.stop('SIGINT')).toBe(0);

    await using third = startReveille(dataDir);
    expect(await third.ready()).toMatchObject({ hookUrl: `${before.url}/api/tools/invoke` });
  });

  it('runs beside another one, and says on the data of the other that it is running already', async () => {
    const [one, other] = [await newDataDir(), await newDataDir()];
    await using first = startReveille(one);
    await using second = startReveille(other);
    const [here, there] = await Promise.all([first.ready(), second.ready()]);
    expect(here.url).not.toBe(there.url);
    expect(await automationUrls(here)).toEqual([here.hookUrl]);
    expect(await automationUrls(there)).toEqual([there.hookUrl]);

    const third = startReveille(one);
    expect(await third.exited).toBe(1);
    expect(third.output()).toMatch(
      new RegExp(`^Reveille is already running on ${one}: process \\d+, ${here.url}\\. Stop it first`, 'm'),
    );
    expect(await status(`${here.url}/readyz`)).toBe(200);
  });

  it('starts a process again that was killed, on the same ports and data', async () => {
    await using start = startReveille(await newDataDir());
    const { url, hookUrl } = await start.ready();
    await wake(hookUrl, 'evt-1');
    const before = await start.children();
    for (const [name, title] of [
      ['redis', 'Redis'],
      ['temporal', 'Temporal'],
      ['worker', 'The worker'],
      ['api', 'The API'],
    ] as const) {
      process.kill(before[name]!, 'SIGKILL');
      await start.printed(new RegExp(`^${title} ended \\(SIGKILL\\); it is started again\\.$`, 'm'));
      await start.printed(new RegExp(`^${title} runs again\\.$`, 'm'));
    }
    await expect.poll(() => status(`${url}/readyz`).catch(() => 0)).toBe(200);
    expect(await wake(hookUrl, 'evt-1')).toMatchObject({ status: 'duplicate' });
    expect(await wake(hookUrl, 'evt-2')).toMatchObject({ status: 'accepted' });
  });

  it('is not held up by what a killed supervisor left behind', async () => {
    const dataDir = await newDataDir();
    const killed = startReveille(dataDir);
    const { hookUrl } = await killed.ready();
    await wake(hookUrl, 'evt-1');
    const leftOvers = Object.values(await killed.children());
    process.kill(Number(await readFile(path.join(dataDir, 'lock.pid'), 'utf8')), 'SIGKILL');
    await killed.exited;
    await using next = startReveille(dataDir);
    const after = await next.ready();
    expect(next.output()).toMatch(/^Ended what an earlier start left behind: /m);
    expect(leftOvers.filter(isAlive)).toEqual([]);
    expect(await wake(after.hookUrl, 'evt-1')).toMatchObject({ status: 'duplicate' });
  });

  it('uses the Redis and the Temporal that are named, starts neither, and says what they lack', async () => {
    const servers = { dataDir: await newDataDir(), log: () => {} };
    await using redis = disposable(await startRedis(servers));
    await using temporal = disposable(await startTemporal({ ...servers, inMemory: true }));
    const client = createClient({ url: redis.url });
    await client.connect();
    await client.configSet('appendfsync', 'everysec');
    client.destroy();

    const addresses = { REDIS_URL: redis.url, TEMPORAL_ADDRESS: temporal.address };
    await using start = startReveille(await newDataDir(), addresses);
    const { hookUrl } = await start.ready();
    expect(Object.keys(await start.children()).toSorted()).toEqual(['api', 'worker']);
    expect(start.output()).toContain('Warning: Redis has appendfsync everysec: ');
    expect(await wake(hookUrl, 'evt-1')).toMatchObject({ status: 'accepted' });
    expect(await start.stop()).toBe(0);
    expect([redis.pid, temporal.pid].filter(isAlive)).toHaveLength(2);
  });

  it('ends at once when it is stopped while it starts', async () => {
    const dataDir = await newDataDir();
    await using start = startReveille(dataDir);
    await expect.poll(() => existsSync(path.join(dataDir, 'children.json'))).toBe(true);
    const pids = Object.values(await start.children());
    expect(await start.stop()).toBe(0);
    expect(start.output()).not.toMatch(/^ready/m);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it.each<[Record<string, string>, string]>([
    [{ PORT: 'eighty' }, 'Wrong environment: PORT must be a whole number.'],
    [{ MASTER_KEYS: 'secret' }, 'Wrong environment: MASTER_KEYS must be id:base64 of 32 bytes.'],
    [{ MODEL: 'gpt' }, 'Wrong environment: MODEL must be provider/model-id'],
  ])('starts nothing with %j, and names the variable', async (settings, sentence) => {
    const dataDir = path.join(await newDataDir(), 'data');
    const start = startReveille(dataDir, settings);
    expect(await start.exited).toBe(1);
    expect(start.output()).toContain(sentence);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('ends with a sentence when the port that was asked for is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const start = startReveille(await newDataDir(), { PORT: String(port) });
    expect(await start.exited).toBe(1);
    expect(start.output()).toContain(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
    );
    server.close();
  });

  it.each([
    ['REDIS_URL', 'redis://127.0.0.1:1', 'The Redis of REDIS_URL does not answer'],
    ['TEMPORAL_ADDRESS', '127.0.0.1:1', 'The Temporal of TEMPORAL_ADDRESS does not answer'],
  ])('ends with a sentence when the server of %s is away', async (name, address, sentence) => {
    const start = startReveille(await newDataDir(), { [name]: address });
    expect(await start.exited).toBe(1);
    expect(start.output()).toContain(sentence);
  });
});
