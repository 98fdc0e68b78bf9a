import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { NewDecision } from '#contracts/decision.ts';
import { newId } from '#domain/ids.ts';
import { createAgents } from '#store/workspace/agents.ts';
import { keys } from '#store/records/index.ts';
import { createDecisions } from '#store/policy/decisions.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createVault } from '#store/secret/vault.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

/** An agent of a new workspace. */
async function newScope() {
  const workspaceId = newId('workspace');
  const { id: agentId } = await createAgents({ redis: connection.redis }).create(workspaceId, {
    name: 'Agent',
    model: null,
  });
  return { workspaceId, agentId };
}

const decision = (host: string): NewDecision => ({
  allowed: false,
  ground: 'host',
  detail: null,
  method: 'GET',
  scheme: 'https',
  host,
  port: 443,
  path: '/',
  queryKeys: [],
  hop: 0,
  policyId: null,
  policyIds: [],
  attachedHeaders: [],
  ignoredHeaders: [],
  secrets: [],
  addresses: [],
  dialledAddress: null,
  status: null,
  failure: null,
  bytesOut: 0,
  bytesIn: 0,
  redactions: 0,
  truncated: false,
  durationMs: 1,
  deliveryId: null,
  step: null,
});

describe('decisions', () => {
  it('are stored before later writes, also by a server that knows no script', async () => {
    const { redis } = connection;
    const scope = await newScope();
    await redis.scriptFlush();
    const [, count] = await Promise.all([
      createDecisions({ redis }).append(scope, decision('a.example')),
      redis.xLen(keys.decisions(scope.workspaceId, scope.agentId)),
    ]);
    expect(count).toBe(1);
  });

  it('are listed newest first, in pages that neither repeat nor skip while others arrive', async () => {
    const decisions = createDecisions({ redis: connection.redis });
    const scope = await newScope();
    for (let index = 0; index < 5; index++) await decisions.append(scope, decision(`${index}.test`));
    const first = await decisions.list(scope, { limit: 2, cursor: undefined });
    await decisions.append(scope, decision('late.test'));
    const second = await decisions.list(scope, { limit: 2, cursor: first.nextCursor! });
    const third = await decisions.list(scope, { limit: 2, cursor: second.nextCursor! });
    const hosts = [first, second, third].map(({ items }) => items.map(({ host }) => host));
    expect(hosts).toEqual([['4.test', '3.test'], ['2.test', '1.test'], ['0.test']]);
    expect(third.nextCursor).toBeNull();
  });

  it('come back as they were written, with an id and a time', async () => {
    const decisions = createDecisions({ redis: connection.redis });
    const scope = await newScope();
    await decisions.append(scope, decision('a.test'));
    const { items } = await decisions.list(scope, { limit: 1, cursor: undefined });
    expect(items).toEqual([
      { ...decision('a.test'), id: expect.stringMatching(/^dec_\d+-\d+$/), at: expect.any(String) },
    ]);
    expect(Math.abs(Date.parse(items[0]!.at) - Date.now())).toBeLessThan(60_000);
  });

  it('for another agent are not listed', async () => {
    const decisions = createDecisions({ redis: connection.redis });
    const scope = await newScope();
    await decisions.append(scope, decision('a.test'));
    const other = await decisions.list(
      { ...scope, agentId: newId('agent') },
      { limit: 1, cursor: undefined },
    );
    expect(other).toEqual({ items: [], nextCursor: null });
  });

  it('refuse a cursor that no page gave', async () => {
    const decisions = createDecisions({ redis: connection.redis });
    await expect(decisions.list(await newScope(), { limit: 1, cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('for a run with an agent that was deleted meanwhile leave nothing that no sweep would see', async () => {
    const { redis } = connection;
    const decisions = createDecisions({ redis });
    const scope = await newScope();
    await decisions.append(scope, decision('before.test'));
    await createAgents({ redis }).remove(scope.workspaceId, scope.agentId);
    await decisions.append(scope, decision('after.test'));
    expect(await redis.exists(keys.decisions(scope.workspaceId, scope.agentId))).toBe(0);
  });

  it('note the use of the policies that allowed them, while those are there', async () => {
    const { redis } = connection;
    const decisions = createDecisions({ redis });
    const scope = await newScope();
    const store = createPolicyStore({ redis, vault: createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]) });
    async function insert(domain: string): Promise<string> {
      const written = await store.insert(scope, { domain, headerName: null, headerValue: null });
      return written.status === 'written' ? written.record.id : written.status;
    }
    const [used, refused, removed] = [await insert('a.test'), await insert('b.test'), await insert('c.test')];
    await store.remove(scope, removed);
    const allowed = { ...decision('a.test'), allowed: true, ground: 'policy', policyId: used } as const;
    await decisions.append(scope, { ...allowed, policyIds: [used, removed] });
    await decisions.append(scope, { ...decision('b.test'), policyId: refused, policyIds: [refused] });
    const { items } = await decisions.list(scope, { limit: 2, cursor: undefined });
    expect(await store.lookUp(scope, used)).toMatchObject({
      lastUsedAt: expect.toSatisfy((ms: number) => Math.abs(ms - Date.parse(items[1]?.at ?? '')) < 1_000),
      usesSince: expect.any(Number),
    });
    expect(await store.lookUp(scope, refused)).toMatchObject({ lastUsedAt: null });
    expect(await store.lookUp(scope, removed)).toBeNull();
    expect(await redis.hExists(keys.policies(scope.workspaceId, scope.agentId), `used:${removed}`)).toBe(0);
    await store.remove(scope, used);
    expect(await redis.hExists(keys.policies(scope.workspaceId, scope.agentId), `used:${used}`)).toBe(0);
  });
});
