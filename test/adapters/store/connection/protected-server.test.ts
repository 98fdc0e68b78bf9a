import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectRedis } from '#store/connection/connect.ts';
import { connectFirst } from '#store/connection/first-server.ts';
import { protectedAccess, type RedisServerAccess } from '#test/support/redis-access.ts';
import { redisServer } from '#test/support/redis-server.ts';
import { beginRun } from '#test/support/run.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';

const folder = folderOfFile('reveille-protected-');
const trusted = getCACertificates('default');
let access: RedisServerAccess;
let server: Awaited<ReturnType<typeof redisServer>>;
beforeAll(async () => {
  access = await protectedAccess(folder());
  server = await redisServer(folder(), access);
  server.start();
  await server.ask('PING');
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await server.signal('SIGTERM');
});

const urlWith = (credentials: string) => `rediss://${credentials}127.0.0.1:${server.address.port}`;

test('a server whose certificate nobody vouches for is not entered', async () => {
  await expect(connectFirst(urlWith(access.inUrl))).rejects.toThrow(/certificate/);
});

test('a server is entered by TLS with the user and the password of its URL, and with no others', async () => {
  setDefaultCACertificates([...trusted, access.options.tls.ca]);
  const redis = await connectRedis(urlWith(access.inUrl), () => undefined);
  const { run, runs, deliveries } = await beginRun(redis);
  await runs.finish(run, { outcome: 'succeeded', reason: null });
  expect(await deliveries.find(run.workspaceId, run.deliveryId)).toMatchObject({ outcome: 'succeeded' });
  await redis.close();
  for (const credentials of ['', 'reveille:wrong@', 'another:a%3Apass@'])
    await expect(connectFirst(urlWith(credentials))).rejects.toThrow(/WRONGPASS|NOAUTH|[Aa]uthentication/);
});
