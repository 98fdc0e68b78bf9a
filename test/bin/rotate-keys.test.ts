import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it as sequential } from 'vitest';
import { runCommand } from '#test/support/reveille.ts';
import { newDataDir } from '#test/support/temporary-folder.ts';

/** Some of these wait for servers that do not answer. */
const it = sequential.concurrent;

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

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
