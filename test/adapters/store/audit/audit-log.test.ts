import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NewAuditEntry } from '#contracts/audit.ts';
import { createAuditLog } from '#store/audit/audit-log.ts';
import { createErasures } from '#store/erasure/erasures.ts';
import { keys } from '#store/records/index.ts';
import { createRetention } from '#store/sweep/retention.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { noBlobs } from '#test/support/no-blobs.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const change: NewAuditEntry = {
  action: 'deletePolicy',
  outcome: 'changed',
  by: 'Deploy',
  tokenId: 'tok_1',
  role: 'owner',
  via: 'api',
  target: { policyId: 'pol_1' },
  fields: [],
};

async function setUp() {
  const { redis } = connection;
  const { id } = await createWorkspaces({ redis }).create({ name: 'Shop' });
  return { redis, id, log: createAuditLog({ redis }) };
}

test('A change comes back as it was written, with an id and a time', async () => {
  const { id, log } = await setUp();
  await log.append(id, change);
  expect(await log.list(id, { limit: 2 })).toEqual({
    items: [{ ...change, id: expect.stringMatching(/^aud_/), at: expect.any(String) }],
    nextCursor: null,
  });
});

test('A change is kept until the retention has passed, and not longer', async () => {
  const { redis, id, log } = await setUp();
  await log.append(id, change);
  const after = (days: number) =>
    createRetention({
      redis,
      blobs: noBlobs,
      retentionDays: 30,
      now: () => Date.now() + days * 86_400_000,
    }).removeExpired(id);
  expect(await after(29)).toEqual({ done: 0, failures: [] });
  expect((await log.list(id, { limit: 2 })).items).toHaveLength(1);
  expect(await after(31)).toEqual({ done: 1, failures: [] });
  expect((await log.list(id, { limit: 2 })).items).toEqual([]);
});

test('A change of a workspace that is being deleted leaves nothing that its erasure would miss', async () => {
  const { redis, id, log } = await setUp();
  await createErasures({ redis }).begin(id, { kind: 'workspace' });
  await log.append(id, change);
  await log.append('ws_unknown', change);
  expect(await redis.exists([keys.audit(id), keys.audit('ws_unknown')])).toBe(0);
});
