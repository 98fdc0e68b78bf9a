import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { AgentScope, AttachingPolicy, PolicyDraft } from '#contracts/policy.ts';
import type { StoredBounds } from '#contracts/policy-bounds.ts';
import { newId } from '#domain/ids.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { rotateKeys } from '#store/secret/rotate-keys.ts';
import { createSealedSecrets } from '#store/secret/sealed-secrets.ts';
import { createVault, VaultError } from '#store/secret/vault.ts';
import { keys } from '#store/records/index.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const [older, newer] = ['k1', 'k2'].map((id) => ({ id, key: randomBytes(32) })) as [
  { id: string; key: Buffer },
  { id: string; key: Buffer },
];
const storeWith = (...masterKeys: { id: string; key: Buffer }[]) =>
  createPolicyStore({ redis: connection.redis, vault: createVault(masterKeys) });
const newScope = (): AgentScope => ({ workspaceId: newId('workspace'), agentId: newId('agent') });

const draft: PolicyDraft = {
  domain: 'api.example.com',
  headerName: 'Authorization',
  headerValue: 'own',
  credentials: [
    { pathPrefix: '/v1', headerName: 'X-Key', headerValue: 'of-v1' },
    { pathPrefix: '/v1/admin', headerName: 'X-Key', headerValue: 'of-admin' },
  ],
};

async function read(store: ReturnType<typeof storeWith>, scope: AgentScope) {
  const [record] = await store.findByDomains(scope, [draft.domain]);
  if (record === undefined) throw new Error('There is no policy.');
  return record;
}
const opened = async (store: ReturnType<typeof storeWith>, scope: AgentScope) => {
  const record = await read(store, scope);
  const byPath = (record.credentials ?? []).map((one) => store.openHeaderValue(scope, { ...record, ...one }));
  return [store.openHeaderValue(scope, record), ...byPath];
};

it('headers by path are sealed each, and open for their prefix, name and domain alone', async () => {
  const [store, scope] = [storeWith(older), newScope()];
  await store.insert(scope, draft);
  expect(await opened(store, scope)).toEqual(['own', 'of-v1', 'of-admin']);
  const fields = JSON.stringify(
    await connection.redis.hGetAll(keys.policies(scope.workspaceId, scope.agentId)),
  );
  for (const value of ['of-v1', 'of-admin']) expect(fields).not.toContain(value);
  const record = await read(store, scope);
  const [v1] = record.credentials ?? [];
  const whole = { ...record, ...v1 };
  const { pathPrefix: _, ...withoutPrefix } = whole;
  const moved: AttachingPolicy[] = [
    { ...whole, pathPrefix: '/v1/admin' },
    { ...whole, headerName: 'X-Other' },
    { ...whole, domain: 'api.example.org' },
    { ...whole, id: newId('policy') },
    withoutPrefix,
  ];
  for (const one of moved) expect(() => store.openHeaderValue(scope, one)).toThrow(VaultError);
  expect(() => store.openHeaderValue(newScope(), whole)).toThrow(VaultError);
});

it('a new master key reaches every one of them', async () => {
  const scope = newScope();
  const workspaces = { listIds: () => Promise.resolve([scope.workspaceId]) };
  await connection.redis.zAdd(keys.agents(scope.workspaceId), { score: 1, value: scope.agentId });
  await storeWith(older).insert(scope, draft);
  const vault = createVault([newer, older]);
  const policies = storeWith(newer, older);
  const secrets = createSealedSecrets({ redis: connection.redis, workspaces, policies });
  expect(await rotateKeys(vault, secrets.ofWorkspace(scope.workspaceId))).toMatchObject({
    rewrapped: 3,
    unreadable: [],
  });
  expect(await opened(storeWith(newer), scope)).toEqual(['own', 'of-v1', 'of-admin']);
});

it('bounds come back as they were stored, and go with the change that leaves them out', async () => {
  const [store, scope] = [storeWith(older), newScope()];
  const bounds: StoredBounds = {
    methods: ['POST'],
    paths: ['/v1/refunds', '/v1/*/lines/**'],
    members: [
      { method: 'POST', path: '/v1/refunds', member: 'items[].price', min: -0.25, max: 99_999_999_999_999 },
      { member: 'currency', oneOf: ['eur', 7, true, 0.1] },
    ],
  };
  await store.insert(scope, { ...draft, bounds });
  const record = await read(store, scope);
  expect(record.bounds).toEqual(bounds);
  await store.replace(scope, record, { domain: draft.domain, headerName: null, headerValue: null });
  const { bounds: left, credentials } = await read(store, scope);
  expect([left, credentials]).toEqual([undefined, undefined]);
});
