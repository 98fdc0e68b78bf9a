import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createAutomations } from '#store/automation/automations.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { countKeysInUse, rotateKeys } from '#store/secret/rotate-keys.ts';
import { createSealedSecrets } from '#store/secret/sealed-secrets.ts';
import { createSecretStore } from '#store/secret/secrets.ts';
import { createVault, type MasterKey } from '#store/secret/vault.ts';
import { createAgents } from '#store/workspace/agents.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const masterKey = (id: string): MasterKey => ({ id, key: randomBytes(32) });

/** A workspace with two policies and an automation, sealed with `masterKeys`, and the same seen with other keys. */
async function setUp(masterKeys: readonly MasterKey[]) {
  const { redis } = connection;
  const { id: workspaceId } = await createWorkspaces({ redis }).create({ name: 'Test' });
  const agent = await createAgents({ redis }).first(workspaceId);
  const scope = { workspaceId, agentId: agent!.id };
  const seenWith = (keys: readonly MasterKey[]) => {
    const vault = createVault(keys);
    const policies = createPolicyStore({ redis, vault });
    const automations = createAutomations({ redis, vault });
    const named = createSecretStore({ redis, vault });
    const workspaces = { listIds: () => Promise.resolve([workspaceId]) };
    return {
      vault,
      policies,
      automations,
      named,
      secrets: createSealedSecrets({ redis, workspaces, policies }).all,
    };
  };
  const { policies, automations } = seenWith(masterKeys);
  await policies.insert(scope, { domain: 'a.test', headerName: 'X-Key', headerValue: 'secret-of-a' });
  await policies.insert(scope, { domain: 'b.test', headerName: 'X-Key', headerValue: 'secret-of-b' });
  await policies.insert(scope, { domain: 'c.test', headerName: null, headerValue: null });
  const content = { name: 'Orders', instructions: 'Summarise.', filter: null, agentId: scope.agentId };
  const automation = await automations.create(workspaceId, content);
  return { scope, automation, seenWith };
}

it('rewraps a named secret, which then opens with the new key alone', async () => {
  const [older, newer] = [masterKey('k1'), masterKey('k2')];
  const { scope, seenWith } = await setUp([older]);
  const draft = { domains: ['a.test'], value: 'secret-of-slack' };
  await seenWith([older]).named.insert(scope.workspaceId, 'slack', draft);
  const both = seenWith([newer, older]);
  expect(await rotateKeys(both.vault, both.secrets())).toMatchObject({ rewrapped: 4, unreadable: [] });
  const { named } = seenWith([newer]);
  const [secret] = await named.find(scope.workspaceId, ['slack']);
  expect(named.open(scope.workspaceId, secret!)).toBe('secret-of-slack');
  const moved = { ...secret!, domains: ['evil.test'] };
  expect(() => named.open(scope.workspaceId, moved)).toThrow(/does not belong/);
});

describe('rotateKeys', () => {
  it('puts everything under the new key, so that the old one may go', async () => {
    const [older, newer] = [masterKey('k1'), masterKey('k2')];
    const { scope, automation, seenWith } = await setUp([older]);
    const both = seenWith([newer, older]);
    expect(await countKeysInUse(both.vault, both.secrets())).toEqual({
      counts: new Map([['k1', 3]]),
      unreadable: [],
    });
    expect(await rotateKeys(both.vault, both.secrets())).toEqual({
      rewrapped: 3,
      current: 0,
      changed: 0,
      unreadable: [],
    });
    expect(await rotateKeys(both.vault, both.secrets())).toEqual({
      rewrapped: 0,
      current: 3,
      changed: 0,
      unreadable: [],
    });

    const later = seenWith([newer]);
    expect(await countKeysInUse(later.vault, later.secrets())).toEqual({
      counts: new Map([['k2', 3]]),
      unreadable: [],
    });
    const records = await later.policies.findByDomains(scope, ['a.test', 'b.test']);
    expect(records.map((record) => later.policies.openHeaderValue(scope, record))).toEqual([
      'secret-of-a',
      'secret-of-b',
    ]);
    expect((await later.automations.find(scope.workspaceId, automation.id))?.token).toBe(automation.token);
  });

  it('leaves what it cannot read as it is, and names the key', async () => {
    const [older, newer] = [masterKey('k1'), masterKey('k2')];
    const { scope, seenWith } = await setUp([older]);
    for (const wrong of [[newer], [newer, masterKey('k1')]]) {
      const { vault, secrets } = seenWith(wrong);
      const { rewrapped, unreadable } = await rotateKeys(vault, secrets());
      expect(rewrapped).toBe(0);
      expect(unreadable.map(({ keyId }) => keyId)).toEqual(['k1', 'k1', 'k1']);
    }
    const again = seenWith([newer, older]);
    expect((await rotateKeys(again.vault, again.secrets())).rewrapped).toBe(3);
    const [record] = await again.policies.findByDomains(scope, ['a.test']);
    expect(again.policies.openHeaderValue(scope, record!)).toBe('secret-of-a');
  });

  it('reports a secret in no form of the vault and goes on with the others, as does the count', async () => {
    const [older, newer] = [masterKey('k1'), masterKey('k2')];
    const { vault, secrets } = (await setUp([older])).seenWith([newer, older]);
    async function* withDamage() {
      yield { place: 'policy pol_1', sealed: 'v1.k1', replace: () => Promise.resolve(true) };
      yield* secrets();
    }
    const { rewrapped, unreadable } = await rotateKeys(vault, withDamage());
    expect(rewrapped).toBe(3);
    expect(unreadable).toMatchObject([{ place: 'policy pol_1', keyId: undefined }]);
    expect(await countKeysInUse(vault, withDamage())).toEqual({
      counts: new Map([['k2', 3]]),
      unreadable: ['policy pol_1'],
    });
  });

  it('does not undo a change that comes in between', async () => {
    const [older, newer] = [masterKey('k1'), masterKey('k2')];
    const { scope, seenWith } = await setUp([older]);
    const { vault, policies, secrets } = seenWith([newer, older]);
    async function* changedMeanwhile() {
      for await (const secret of secrets()) {
        const [record] = await policies.findByDomains(scope, ['a.test']);
        if (record!.revision === 1) {
          await policies.replace(scope, record!, {
            domain: 'a.test',
            headerName: 'X-Key',
            headerValue: 'changed',
          });
        }
        yield secret;
      }
    }
    const { changed } = await rotateKeys(vault, changedMeanwhile());
    expect(changed).toBe(1);
    const [record] = await policies.findByDomains(scope, ['a.test']);
    expect(policies.openHeaderValue(scope, record!)).toBe('changed');
  });
});
