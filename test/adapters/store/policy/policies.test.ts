import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AgentScope, PolicyDraft, PolicyRecord, PolicyWrite } from '#contracts/policy.ts';
import { newId } from '#domain/ids.ts';
import { keys } from '#store/records/index.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createVault, VaultError } from '#store/secret/vault.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

function setUp() {
  const { redis } = connection;
  const clock = { nowMs: Date.UTC(2026, 10, 21) };
  const vault = createVault([{ id: 'k1', key: randomBytes(32) }]);
  const scope: AgentScope = { workspaceId: newId('workspace'), agentId: newId('agent') };
  return { redis, clock, scope, vault, store: createPolicyStore({ redis, vault, now: () => clock.nowMs++ }) };
}

const draft = (domain: string, headerName?: string, headerValue?: string): PolicyDraft => ({
  domain,
  headerName: headerName ?? null,
  headerValue: headerValue ?? null,
});

function recordOf(write: PolicyWrite): PolicyRecord {
  if (write.status !== 'written') throw new Error(write.status);
  return write.record;
}

describe('policies', () => {
  it('are found by domain, each with its sealed value', async () => {
    const { store, scope } = setUp();
    const first = recordOf(
      await store.insert(scope, draft('api.example.com', 'Authorization', 'Bearer s3cret')),
    );
    const second = recordOf(await store.insert(scope, draft('*.example.com')));
    const third = recordOf(await store.insert(scope, draft('api.example.com', 'X-Tenant', 'tenant-1')));
    await store.insert(scope, draft('other.example.com'));
    const found = await store.findByDomains(scope, ['api.example.com', '*.example.com', '*.com']);
    expect(found.map(({ id }) => id).toSorted()).toEqual([first.id, second.id, third.id].toSorted());
    expect(store.openHeaderValue(scope, first)).toBe('Bearer s3cret');
    expect(store.openHeaderValue(scope, second)).toBeNull();
  });

  it('for another agent or workspace are not found', async () => {
    const { store, scope } = setUp();
    const { id } = recordOf(await store.insert(scope, draft('api.example.com')));
    for (const other of [
      { ...scope, agentId: newId('agent') },
      { ...scope, workspaceId: newId('workspace') },
    ]) {
      expect(await store.findByDomains(other, ['api.example.com'])).toEqual([]);
      expect(await store.find(other, id)).toBeNull();
      expect(await store.remove(other, id)).toBe(false);
    }
  });

  it('never lie in Redis in the clear', async () => {
    const { store, scope, redis } = setUp();
    await store.insert(scope, draft('api.example.com', 'Authorization', 'Bearer s3cret-value'));
    const stored = await redis.hGetAll(keys.policies(scope.workspaceId, scope.agentId));
    expect(JSON.stringify(stored)).not.toContain('s3cret');
    expect(JSON.stringify(stored)).not.toContain(Buffer.from('Bearer s3cret-value').toString('base64'));
  });

  it.each<[string, Partial<PolicyRecord>]>([
    ['another domain', { domain: 'evil.example.com' }],
    ['another header name', { headerName: 'X-Debug' }],
    ['another policy', { id: 'pol_other' }],
  ])('do not open with %s, as if someone had edited the record', async (_, edit) => {
    const { store, scope } = setUp();
    const record = recordOf(
      await store.insert(scope, draft('api.example.com', 'Authorization', 'Bearer s3cret')),
    );
    expect(() => store.openHeaderValue(scope, { ...record, ...edit })).toThrow(VaultError);
  });

  it('do not open for another agent or workspace', async () => {
    const { store, scope } = setUp();
    const record = recordOf(await store.insert(scope, draft('api.example.com', 'X-Key', 'secret')));
    expect(() => store.openHeaderValue({ ...scope, agentId: 'agt_2' }, record)).toThrow(VaultError);
    expect(() => store.openHeaderValue({ ...scope, workspaceId: 'ws_2' }, record)).toThrow(VaultError);
  });

  it('are unique by domain and header name, in any case', async () => {
    const { store, scope } = setUp();
    await store.insert(scope, draft('api.example.com', 'X-Key', 'a'));
    expect((await store.insert(scope, draft('api.example.com', 'x-key', 'b'))).status).toBe('taken');
    expect((await store.insert(scope, draft('api.example.com'))).status).toBe('written');
    expect((await store.insert(scope, draft('api.example.com'))).status).toBe('taken');
    const moving = recordOf(await store.insert(scope, draft('web.example.com', 'X-Key', 'c')));
    expect((await store.replace(scope, moving, draft('api.example.com', 'X-KEY', 'c'))).status).toBe('taken');
    expect(await store.find(scope, moving.id)).toEqual(moving);
  });

  it('are unique also when two are entered at once', async () => {
    const { store, scope } = setUp();
    const writes = await Promise.all(
      Array.from({ length: 8 }, () => store.insert(scope, draft('api.example.com'))),
    );
    expect(writes.filter(({ status }) => status === 'written').length).toBe(1);
  });

  it('move to another domain and leave nothing behind', async () => {
    const { store, scope, redis } = setUp();
    const record = recordOf(await store.insert(scope, draft('old.example.com', 'X-Key', 'secret')));
    const moved = recordOf(await store.replace(scope, record, draft('new.example.com', 'X-Key', 'secret-2')));
    expect(await store.findByDomains(scope, ['old.example.com'])).toEqual([]);
    expect(await store.findByDomains(scope, ['new.example.com'])).toEqual([moved]);
    expect(store.openHeaderValue(scope, moved)).toBe('secret-2');
    expect(moved).toMatchObject({ id: record.id, createdAt: record.createdAt, revision: 2 });
    const fields = await redis.hKeys(keys.policies(scope.workspaceId, scope.agentId));
    expect(fields.toSorted()).toEqual([`id:${record.id}`, 'on:new.example.com', 'uses-since']);
  });

  it('keep their value when none is given', async () => {
    const { store, scope } = setUp();
    const record = recordOf(await store.insert(scope, draft('api.example.com', 'X-Key', 'secret')));
    const same = { domain: 'api.example.com', headerName: 'x-KEY', headerValue: undefined };
    const kept = recordOf(await store.replace(scope, record, same));
    expect(store.openHeaderValue(scope, kept)).toBe('secret');
    expect(kept.headerName).toBe('x-KEY');
  });

  it('refuse a change of a record that is no longer the one that was read', async () => {
    const { store, scope } = setUp();
    const read = recordOf(await store.insert(scope, draft('api.example.com')));
    await store.replace(scope, read, draft('one.example.com'));
    expect((await store.replace(scope, read, draft('two.example.com'))).status).toBe('changed');
    await store.remove(scope, read.id);
    expect((await store.replace(scope, read, draft('two.example.com'))).status).toBe('missing');
  });

  it('are gone once removed', async () => {
    const { store, scope, redis } = setUp();
    const { id } = recordOf(await store.insert(scope, draft('api.example.com')));
    const other = recordOf(await store.insert(scope, draft('api.example.com', 'X-Key', 'k')));
    expect([await store.remove(scope, id), await store.remove(scope, id)]).toEqual([true, false]);
    expect(await store.findByDomains(scope, ['api.example.com'])).toEqual([other]);
    await store.remove(scope, other.id);
    expect(await redis.exists(keys.policies(scope.workspaceId, scope.agentId))).toBe(0);
  });

  it('are listed newest first, in pages that neither repeat nor skip', async () => {
    const { store, scope, clock } = setUp();
    const ids: string[] = [];
    for (let index = 0; index < 7; index++) {
      if (index === 3) clock.nowMs -= 2;
      ids.push(recordOf(await store.insert(scope, draft(`${index}.example.com`))).id);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.list(scope, { limit: 3, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.length).toBe(7);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const all = await store.list(scope, { limit: 200, cursor: undefined });
    expect(all.items.map(({ id }) => id)).toEqual(seen);
    expect(all.items.map(({ createdAt }) => createdAt)).toEqual(
      all.items.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a),
    );
  });

  it('refuse a cursor that no page gave', async () => {
    const { store, scope } = setUp();
    await expect(store.list(scope, { limit: 1, cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});
