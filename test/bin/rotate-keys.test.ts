import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it as sequential } from 'vitest';
import { runCommand, startReveille } from '../support/reveille.ts';
import { newDataDir } from '../support/temporary-folder.ts';
import { manage } from './started-service.ts';

/** Some of these wait for servers that do not answer. */
const it = sequential.concurrent;

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

it('finds the service that runs on the data folder, and wraps anew with the keys that are kept there', async ({
  onTestFinished,
}) => {
  const dataDir = await newDataDir(onTestFinished);
  const keysFile = path.join(dataDir, 'master-keys');
  const [k1, k2] = [newKey('k1'), newKey('k2')];
  await writeFile(keysFile, `${k1},${k2}\n`, { mode: 0o600 });
  await using service = startReveille(dataDir);
  const owner = await service.ready();
  const { hookUrl } = owner;
  await writeFile(keysFile, `${k2},${k1}\n`);

  const { code, output } = await runCommand('rotate-keys', dataDir);
  expect(output).toBe(
    '1 secrets were rewrapped under k2, 0 already were.\n' +
      'A process without k2 in its MASTER_KEYS cannot read them: add it there, and restart it.\n' +
      'k2 wraps 1 secrets and has to stay in MASTER_KEYS.\n' +
      'k1 wraps none: take it out of MASTER_KEYS once every process runs with k2.\n',
  );
  expect(code).toBe(0);
  expect(await manage(owner, 'GET', '/automations')).toMatchObject({ items: [{ url: hookUrl }] });
  expect((await fetch(hookUrl, { method: 'POST', body: 'still awake' })).status).toBe(200);

  expect(await service.stop()).toBe(0);
  const stopped = await runCommand('rotate-keys', dataDir);
  expect(stopped.output).toBe(
    `No Redis of Reveille runs on ${dataDir}. Start it there with "npm start", name its folder in DATA_DIR, ` +
      'or set REDIS_URL as it is set for the service.\n',
  );
  expect(stopped.code).toBe(1);
});

it('asks for the keys where neither the environment nor the data folder has them', async ({
  onTestFinished,
}) => {
  const { code, output } = await runCommand('rotate-keys', await newDataDir(onTestFinished), {
    REDIS_URL: 'redis://127.0.0.1:1',
  });
  expect(output).toContain('Set MASTER_KEYS as it is set for the service, the new key first.');
  expect(code).toBe(1);
});

it('ends with a sentence when nothing listens at REDIS_URL', async ({ onTestFinished }) => {
  const settings = { REDIS_URL: 'redis://127.0.0.1:1', MASTER_KEYS: newKey('k1') };
  const { code, output } = await runCommand('rotate-keys', await newDataDir(onTestFinished), settings);
  expect(output).toMatch(/^The Redis of REDIS_URL does not answer: .*ECONNREFUSED.*\.\n$/);
  expect(code).toBe(1);
});

it('ends with a sentence when what listens at REDIS_URL says nothing', async ({ onTestFinished }) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { REDIS_URL: `redis://127.0.0.1:${port}`, MASTER_KEYS: newKey('k1') };
  const { code, output } = await runCommand('rotate-keys', await newDataDir(onTestFinished), settings);
  expect(output).toMatch(/^The Redis of REDIS_URL does not answer: .*\.\n$/);
  expect(code).toBe(1);
  server.close();
});
