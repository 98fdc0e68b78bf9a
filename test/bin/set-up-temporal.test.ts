import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@redis/client';
import { Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedis } from '#bin/embedded/redis.ts';
import { startTemporal, type TemporalServer } from '#bin/embedded/temporal.ts';
import { startReveille } from '#test/support/reveille.ts';
import { folderOfFile, newDataDir } from '#test/support/temporary-folder.ts';
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

it('sets how long Temporal keeps runs that have ended, also in a namespace that exists, and leaves it where nothing is said', async () => {
  const connection = await Connection.connect({ address: temporal.address });
  const daysAfter = async (days: string) => {
    const own = { TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: 'retention' };
    const env = { ...process.env, ...own, TEMPORAL_RETENTION_DAYS: days };
    await promisify(execFile)(process.execPath, [script], { env });
    const { config } = await connection.workflowService.describeNamespace({ namespace: 'retention' });
    return Number(config?.workflowExecutionRetentionTtl?.seconds) / 86_400;
  };
  expect([await daysAfter(''), await daysAfter('7'), await daysAfter('')]).toEqual([30, 7, 7]);
  await connection.close();
});

it('ends well where a managed Temporal does not let itself be prepared, and says what it must have', async () => {
  const allowed = ['GetSystemInfo', 'DescribeNamespace'];
  const server = createServer((request, response) => {
    const isAllowed = allowed.some((method) => request.url.endsWith(`/${method}`));
    response.setHeader('content-type', 'application/grpc');
    if (isAllowed) {
      // An empty message in its frame, and gRPC's OK.
      response.addTrailers({ 'grpc-status': '0' });
      response.end(Buffer.alloc(5));
    } else {
      // PERMISSION_DENIED
      response.setHeader('grpc-status', '7');
      response.end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, TEMPORAL_ADDRESS: `127.0.0.1:${port}` };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  server.close();
  expect(stdout).toContain('It must have these search attributes as Keyword: WorkspaceId, ');
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
