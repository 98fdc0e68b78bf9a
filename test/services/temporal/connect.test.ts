import { afterEach, expect, it, vi } from 'vitest';

import { workerConnectionOptions } from '#temporal/connect.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['a server of the local network', {}, { codec: 'none' }],
  ['one behind TLS', { TEMPORAL_TLS: 'true' }, undefined],
  ['one that takes an API key, which goes by TLS', { TEMPORAL_API_KEY: 'key-of-a-test' }, undefined],
  ['one without TLS by choice', { TEMPORAL_TLS: 'false' }, { codec: 'none' }],
])('the messages of a worker to %s are compressed only over a network', (_, env, compression) => {
  vi.stubEnv('TEMPORAL_ADDRESS', '127.0.0.1:7233');
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  expect(workerConnectionOptions()).toMatchObject({ address: '127.0.0.1:7233' });
  expect(workerConnectionOptions().grpcCompression).toEqual(compression);
});
