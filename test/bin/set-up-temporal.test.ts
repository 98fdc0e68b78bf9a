import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@redis/client';
import { Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedis } from '../../bin/embedded/redis.ts';
import { startTemporal, type TemporalServer } from '../../bin/embedded/temporal.ts';
import { startReveille } from '../support/reveille.ts';
import { folderOfFile, newDataDir } from '../support/temporary-folder.ts';
import { isAlive, wake } from './started-service.ts';

const script = path.join(import.meta.dirname, '../../bin/set-up-temporal.ts');

/** An operator's own, with a namespace for each test. */
const folder = folderOfFile('reveille-temporal-');
let temporal: TemporalServer;
beforeAll(async () => {
  temporal = await startTemporal({ dataDir: folder(), inMemory: true, log: () => {} });
});
afterAll(() => temporal?.stop());

const disposable = <Server extends { stop(): Promise<void> }>(server: Server) => ({
  ...server,
  [Symbol.asyncDispose]: () => server.stop(),
});

it('makes the namespace with our search attributes, and changes nothing the second time', async () => {
  const env = { ...process.env, TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: 'production' };
  for (let time = 1; time <= 2; time += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
    expect(stdout).toBe('The namespace production is ready.\n');
  }
  const connection = await Connection.connect({ address: temporal.address });
  const { customAttributes } = await connection.operatorService.listSearchAttributes({
    namespace: 'production',
  });
  await connection.close();
  expect(customAttributes).toMatchObject({ WorkspaceId: 2, AutomationId: 2, Outcome: 2, Reference: 2 });
});

describe('npm start', () => {
  it('uses the Redis and the Temporal that are named, starts neither, and says what they lack', async () => {
    await using redis = disposable(await startRedis({ dataDir: await newDataDir(), log: () => {} }));
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
});
