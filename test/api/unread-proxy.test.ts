import { pino } from 'pino';
import { expect, test } from 'vitest';

import { startApi } from '#test/support/service.ts';

/** The warnings about proxies of an API that is asked by one twice. */
async function warningsOf(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const warnings: string[] = [];
  const logger = pino(
    { level: 'warn' },
    { write: (line) => warnings.push((JSON.parse(line) as { msg: string }).msg) },
  );
  await using api = await startApi(env, { logger });
  for (const headers of [{}, { 'x-forwarded-for': '192.0.2.7' }, { 'x-forwarded-for': '192.0.2.8' }])
    expect((await fetch(`${api.url}/healthz`, { headers })).status).toBe(200);
  return warnings.filter((warning) => warning.includes('X-Forwarded-For'));
}

test('a proxy that is not believed is warned of once', async () => {
  expect(await warningsOf({})).toEqual([
    'requests carry X-Forwarded-For, and TRUSTED_PROXY_HOPS is 0: all clients behind one proxy share their limits',
  ]);
});

test('a proxy that is believed is not warned of', async () => {
  expect(await warningsOf({ TRUSTED_PROXY_HOPS: '1' })).toEqual([]);
});
