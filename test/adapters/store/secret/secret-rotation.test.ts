import { afterAll, beforeAll, expect, test } from 'vitest';

import { keys } from '#store/records/index.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createSealedSecrets } from '#store/secret/sealed-secrets.ts';
import { createSecretRotation } from '#store/secret/secret-rotation.ts';
import { createVault, type MasterKey } from '#store/secret/vault.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const older: MasterKey = { id: 'old', key: Buffer.alloc(32, 1) };
const newer: MasterKey = { id: 'new', key: Buffer.alloc(32, 2) };

/** A workspace with one secret under the older key; `rotateWith` rotates with these keys and says how often it read. */
async function setUp() {
  const { redis } = connection;
  const workspaces = createWorkspaces({ redis });
  const { id: workspaceId } = await workspaces.create({ name: 'Test' });
  const [agentId = ''] = await redis.zRange(keys.agents(workspaceId), 0, -1);
  const scope = { workspaceId, agentId };
  const policiesWith = (...masterKeys: MasterKey[]) =>
    createPolicyStore({ redis, vault: createVault(masterKeys) });
  const draft = { domain: 'api.example.com', headerName: 'X-API-Key', headerValue: 'secret' };
  await policiesWith(older).insert(scope, draft);
  async function rotateWith(...masterKeys: MasterKey[]) {
    const secrets = createSealedSecrets({ redis, workspaces, policies: policiesWith(...masterKeys) });
    let reads = 0;
    const secretsOf = (id: string) => {
      reads += 1;
      return secrets.ofWorkspace(id);
    };
    const rotation = createSecretRotation({ redis, vault: createVault(masterKeys), secretsOf });
    return { ...(await rotation.rotate(workspaceId)), reads };
  }
  async function opened(...masterKeys: MasterKey[]) {
    const policies = policiesWith(...masterKeys);
    const [policy] = await policies.findByDomains(scope, ['api.example.com']);
    return policies.openHeaderValue(scope, policy!);
  }
  return { redis, workspaceId, rotateWith, opened };
}

test('wraps the secrets of an older master key anew, so that it may go', async () => {
  const { rotateWith, opened } = await setUp();
  expect(await rotateWith(newer, older)).toMatchObject({ done: 1, failures: [] });
  expect(await opened(newer)).toBe('secret');
});

test('reads no secret again while all are under the first key, for a day', async () => {
  const { redis, workspaceId, rotateWith } = await setUp();
  expect(await rotateWith(newer, older)).toMatchObject({ reads: 1 });
  expect(await rotateWith(newer, older)).toEqual({ done: 0, failures: [], reads: 0 });
  expect(await redis.ttl(keys.secretsWrappedBy(workspaceId))).toBeLessThanOrEqual(86_400);
  expect(await redis.ttl(keys.secretsWrappedBy(workspaceId))).toBeGreaterThan(86_000);
});

test('reads them at once when another key comes first', async () => {
  const { rotateWith, opened } = await setUp();
  await rotateWith(older);
  expect(await rotateWith(newer, older)).toMatchObject({ done: 1, reads: 1 });
  expect(await opened(newer)).toBe('secret');
});

test('names a secret that it cannot read, and looks again the next time', async () => {
  const { rotateWith } = await setUp();
  for (let time = 0; time < 2; time += 1) {
    expect(await rotateWith(newer)).toMatchObject({
      done: 0,
      reads: 1,
      failures: [{ record: expect.stringMatching(/^policy pol_/) }],
    });
  }
});
