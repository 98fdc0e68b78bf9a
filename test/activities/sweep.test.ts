import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sweepActivities } from '../../activities/sweep.ts';
import { newId } from '../../domain/ids.ts';
import { createPolicyStore } from '../../store/policies.ts';
import { rotateKeys } from '../../store/rotate-keys.ts';
import { createSealedSecrets } from '../../store/sealed-secrets.ts';
import { createVault } from '../../store/vault.ts';
import { createWorkspaces } from '../../store/workspaces.ts';
import { quietLogger } from '../support/quiet-runtime.ts';
import { testRedis } from '../support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

test('a sweep visits every workspace and wraps secrets of an older master key anew', async () => {
  const { redis } = connection;
  const [oldKey, newKey] = [
    { id: 'old', key: Buffer.alloc(32, 1) },
    { id: 'new', key: Buffer.alloc(32, 2) },
  ];
  const { id: workspaceId } = await createWorkspaces({ redis }).create({ name: 'Test' });
  const [agentId] = await redis.zRange(`{${workspaceId}}:agents`, 0, -1);
  const scope = { workspaceId, agentId: agentId ?? newId('agent') };
  const before = createPolicyStore({ redis, vault: createVault([oldKey]) });
  const draft = { domain: 'api.example.com', headerName: 'X-API-Key', headerValue: 'secret' };
  const written = await before.insert(scope, draft);
  const vault = createVault([newKey, oldKey]);
  const policies = createPolicyStore({ redis, vault });
  const workspaces = { listIds: () => Promise.resolve([workspaceId]) };
  const visited: string[] = [];
  const visit = (id: string) => Promise.resolve(visited.push(id));
  const { sweepWorkspaces } = sweepActivities({
    jobs: { sweep: () => Promise.resolve(3) },
    messageRecovery: { requeue: visit },
    slots: { reclaim: visit },
    retention: { removeExpired: visit },
    rotateSecrets: () => rotateKeys(vault, createSealedSecrets({ redis, workspaces, policies })()),
    workspaces: { ...createWorkspaces({ redis }), ...workspaces },
  });
  const report = await new MockActivityEnvironment({}, { logger: quietLogger }).run(sweepWorkspaces);
  expect(report).toMatchObject({ jobFoldersRemoved: 3, secretsRewrapped: 1 });
  expect(visited).toEqual([workspaceId, workspaceId, workspaceId]);
  expect(written.status).toBe('written');
  const withNewKeyOnly = createPolicyStore({ redis, vault: createVault([newKey]) });
  const [policy] = await withNewKeyOnly.findByDomains(scope, ['api.example.com']);
  expect(withNewKeyOnly.openHeaderValue(scope, policy!)).toBe('secret');
});
