import { expect, it, onTestFinished } from 'vitest';

import { startRedis } from '#bin/embedded/redis.ts';
import { durabilityWarnings } from '#store/connection/durability.ts';
import { testRedis } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const good: Readonly<Record<string, string>> = {
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  maxmemory: '1000000000',
};

const settings = (changed: Readonly<Record<string, string>>) => ({
  configGet: (name: unknown) =>
    Promise.resolve({ [String(name)]: { ...good, ...changed }[String(name)] ?? '' }),
});

it('finds nothing wrong with the Redis that we start', async () => {
  const dataDir = await temporaryFolder('reveille-durability-');
  const server = await startRedis({ dataDir, log: () => undefined, endsWithUs: true });
  onTestFinished(() => server.stop());
  await using connection = await testRedis(server.url);
  expect(await durabilityWarnings(connection.redis)).toEqual([]);
});

it.each([
  [{ appendonly: 'no' }, 'Redis has appendonly no: records are lost when Redis is restarted. Set it to yes.'],
  [
    { appendfsync: 'everysec' },
    'Redis has appendfsync everysec: a power cut may lose the last second of accepted deliveries. Set it to always.',
  ],
  [
    { 'maxmemory-policy': 'allkeys-lru' },
    'Redis has maxmemory-policy allkeys-lru: Redis may evict records when its memory is full. Set it to noeviction.',
  ],
  [
    { maxmemory: '0' },
    'Redis has maxmemory 0: the system ends Redis when memory runs out, instead of Redis refusing what is new. Set it to a limit below the memory of the machine.',
  ],
])('warns of %j', async (changed, sentence) => {
  expect(await durabilityWarnings(settings(changed))).toEqual([sentence]);
});

it('asks to look where Redis does not tell its settings', async () => {
  const refusing = { configGet: () => Promise.reject(new Error("ERR unknown command 'CONFIG'")) };
  expect(await durabilityWarnings(refusing)).toEqual([
    'This Redis does not tell its settings (CONFIG GET is refused). ' +
      'Make sure that it has appendonly yes, appendfsync always, maxmemory-policy noeviction, maxmemory a limit below the memory of the machine.',
  ]);
});
