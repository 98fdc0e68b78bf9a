import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';

import { expect } from 'vitest';

import { openBlobs } from '#blobs/open.ts';
import { runningRedisUrl } from '#bin/supervisor/running-redis.ts';
import { readConfig } from '#platform/config.ts';
import { createArchiver } from '#store/archive/archiver.ts';
import { keysWith } from '#test/support/redis-content.ts';
import { testRedis } from '#test/support/service.ts';
import { newOwner } from '#test/support/supervised.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { until } from '#test/support/until.ts';
import type { SharedService } from './shared-service.ts';

/** Its event id is another text: it stays in the stub and, until its retention has passed, in timers of Temporal. */
const eventOf = (canary: string) =>
  `event-of-${createHash('sha256').update(canary).digest('hex').slice(0, 20)}`;

const patience = { timeoutMs: 240_000, everyMs: 2_000 };

/** The files of Temporal and all logs, in which one of the texts occurs. The log of Redis keeps commands until it is rewritten. */
async function filesWith(dataDir: string, texts: readonly string[]): Promise<readonly string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !/appendonly|redis/.test(path.join(entry.parentPath, entry.name)))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      return texts.some((text) => bytes.includes(text)) ? file : null;
    }),
  );
  return found.filter((file) => file !== null);
}

/** The blobs in a folder, or in the bucket that lies there, in which one of the texts occurs; archives are compressed. */
async function blobsWith(folder: string, texts: readonly string[]): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const found = await Promise.all(
    files.map(async (file) => {
      const packed = await readFile(file);
      const bytes = packed.readUInt16BE() === 0x1f8b ? gunzipSync(packed) : packed;
      return texts.some((text) => bytes.includes(text)) ? file : null;
    }),
  );
  return found.filter((file) => file !== null);
}

/** One delivery, a reference, an automation and a workspace are erased. */
export async function playErasure({ service, url, dataDir, blobStore }: SharedService): Promise<void> {
  await using target = await startOrderTarget({ key: 'key-of-the-target' });
  const { token } = await newOwner(url, dataDir);
  const call = async (method: string, route: string, body?: object, bearer = token) =>
    await fetch(`${url}/manage${route}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const agents = (await (await call('GET', '/agents')).json()) as { items: { id: string }[] };
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key-of-the-target' };
  await call('POST', `/agents/${agents.items[0]?.id}/network-access`, policy);

  const instructions = `POST ${target.url}/orders with the whole payload. Summarise the delivery.`;
  const filter = 'Only run when kind is order';
  const newAutomation = async () =>
    (await (
      await call('POST', '/automations', {
        name: 'Orders',
        instructions,
        filter,
      })
    ).json()) as { id: string; url: string };

  const outcome = async (deliveryId: string) =>
    ((await (await call('GET', `/deliveries/${deliveryId}`)).json()) as { outcome: string }).outcome;

  /** A delivery that is full of one text, and ends. */
  async function deliver(hook: string, canary: string, outcomeOf = outcome): Promise<string> {
    const delivered = await fetch(hook, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-service-event-id': eventOf(canary),
        'x-service-reference': canary,
        'x-service-reference-url': `https://desk.example/${canary}`,
        'x-note': canary,
      },
      body: JSON.stringify({ kind: 'order', note: canary }),
    });
    const { deliveryId } = (await delivered.json()) as { deliveryId: string };
    const hasSucceeded = async () => (await outcomeOf(deliveryId)) === 'succeeded';
    await until('the end of the run', hasSucceeded, patience);
    return deliveryId;
  }

  const [one, all] = [await newAutomation(), await newAutomation()];
  const closing = await newOwner(url, dataDir);
  await closing.allow('127.0.0.1', 'key-of-the-target');
  const closed = await closing.newAutomation(instructions, filter);
  const canaries = ['delivery', 'reference', 'automation', 'workspace'].map(
    (kind) => `canary-${kind}-${randomBytes(9).toString('hex')}`,
  ) as [string, string, string, string];
  const deliveryId = await deliver(one.url, canaries[0]);
  await deliver(one.url, canaries[1]);
  await deliver(all.url, canaries[2]);
  await deliver(closed.url, canaries[3], async (id) => (await closing.record(id)).outcome);
  await using connection = await testRedis(await runningRedisUrl(dataDir));
  const { redis } = connection;
  const { id: workspaceId } = (await (await call('GET', '/workspace')).json()) as { id: string };
  const { id: closingId } = (await closing.manage('GET', '/workspace')) as { id: string };
  const blobs = openBlobs(readConfig({ DATA_DIR: dataDir, ...blobStore.settings }));
  const { archiveEnded } = createArchiver({
    redis,
    blobs,
    archiveAfterHours: 0,
    now: () => Date.now() + 1_000,
  });
  expect(await archiveEnded(workspaceId)).toEqual({ done: 3, failures: [] });
  expect(await archiveEnded(closingId)).toEqual({ done: 1, failures: [] });
  // Had they not been there, the search below would prove nothing.
  for (const canary of canaries) expect(await blobsWith(blobStore.folder, [canary])).toHaveLength(1);
  for (const canary of canaries)
    expect((await filesWith(dataDir, [canary])).some((file) => file.includes('temporal.db'))).toBe(true);

  expect((await call('DELETE', `/deliveries/${deliveryId}`)).status).toBe(204);
  expect((await call('DELETE', `/references/${canaries[1]}`)).status).toBe(204);
  expect((await call('DELETE', `/automations/${all.id}?erase=true`)).status).toBe(204);
  const adminToken = (await readFile(path.join(dataDir, 'admin-token'), 'utf8')).trim();
  const closure = await call('DELETE', `/workspaces/${closingId}`, undefined, adminToken);
  expect([202, 204]).toContain(closure.status);
  await until(
    'the end of the workspace',
    async () => (await keysWith(redis, closingId)).every((name) => name.startsWith('hook:')),
    patience,
  );

  expect(await blobsWith(blobStore.folder, canaries)).toEqual([]);
  for (const canary of canaries) {
    expect(await keysWith(redis, canary)).toEqual([]);
    // The event stays, so that a retry of its sender is a duplicate; its automation is gone in the last two cases.
    const stubs = await keysWith(redis, eventOf(canary));
    expect(stubs).toEqual(
      canary === canaries[2] || canary === canaries[3]
        ? []
        : [expect.stringMatching(/^\{ws_[^}]+\}:delivery:dlv_[^:]+$/)],
    );
  }
  // Temporal deletes within a minute, and its write-ahead log is cut with the next checkpoint.
  await until(
    'the end of every trace',
    async () => {
      using database = new DatabaseSync(path.join(dataDir, 'temporal.db'), { timeout: 5_000 });
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return (await filesWith(dataDir, canaries)).length === 0;
    },
    patience,
  );
  expect(canaries.filter((canary) => service.output().includes(canary))).toEqual([]);
}
