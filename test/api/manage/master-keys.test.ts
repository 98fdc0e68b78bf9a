import { randomBytes, randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { createPolicyStore } from '#store/policy/policies.ts';
import { rotateKeys } from '#store/secret/rotate-keys.ts';
import { createSealedSecrets } from '#store/secret/sealed-secrets.ts';
import { createVault } from '#store/secret/vault.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

type Api = Awaited<ReturnType<typeof startApi>>;

const [k1, k2] = ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('base64')}`) as [string, string];
const startWith = (...masterKeys: readonly string[]) => startApi({ MASTER_KEYS: masterKeys.join(',') });

/** A call with the token of a workspace, to any process of the fleet. */
async function call(api: Api, token: string, method: string, path: string, body?: object) {
  const response = await fetch(`${api.url}/manage${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Every process makes an automation, then each lists those of all. */
async function useAll(fleet: readonly Api[], token: string): Promise<number[]> {
  const automation = { name: 'Orders', instructions: 'Summarise the delivery.' };
  const made = await Promise.all(fleet.map((api) => call(api, token, 'POST', '/automations', automation)));
  const listed = await Promise.all(fleet.map((api) => call(api, token, 'GET', '/automations?limit=200')));
  return [...made, ...listed].map(({ status }) => status);
}

/** The worker's handling of the secrets of a workspace. */
async function wrapAnew({ redis, config }: Api, workspaceId: string) {
  const vault = createVault(config.MASTER_KEYS);
  const policies = createPolicyStore({ redis, vault });
  const secrets = createSealedSecrets({ redis, workspaces: createWorkspaces({ redis }), policies });
  return await rotateKeys(vault, secrets.ofWorkspace(workspaceId));
}

describe('a fleet whose processes are restarted one after the other', () => {
  it('reads everything at each step of the change of keys', async () => {
    await using old = await startWith(k1);
    await using appended = await startWith(k1, k2);
    const { id, token } = (await old.newOwner()).workspace;
    expect(await useAll([old, appended], token)).toEqual([201, 201, 200, 200]);
    await using moved = await startWith(k2, k1);
    expect(await useAll([appended, moved], token)).toEqual([201, 201, 200, 200]);
    expect(await wrapAnew(moved, id)).toMatchObject({ rewrapped: 3, current: 1, unreadable: [] });
    expect(await useAll([appended, moved], token)).toEqual([201, 201, 200, 200]);
    expect(await wrapAnew(moved, id)).toMatchObject({ rewrapped: 1, unreadable: [] });
    await using removed = await startWith(k2);
    expect(await useAll([moved, removed], token)).toEqual([201, 201, 200, 200]);
  });

  it('sends the credential of a policy from every worker, whichever process sealed it and whatever one rewraps', async () => {
    await using target = await startOrderTarget({ key: 'key' });
    await using appended = await startWith(k1, k2);
    await using moved = await startWith(k2, k1);
    await using _appended = await startRunsWorker(appended);
    await using _moved = await startRunsWorker(moved);
    const instructions = `POST ${target.url}/orders with JSON {"order": "A-1"}.`;
    const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key' };
    for (const sealing of [appended, moved]) {
      const { workspace, manage, newAutomation } = await sealing.newOwner();
      const { id, agentId, hook } = await newAutomation({ instructions });
      await manage('POST', `/agents/${agentId}/network-access`, policy);
      for (const rewrapping of [moved, appended])
        for (const api of [appended, moved]) {
          await wrapAnew(rewrapping, workspace.id);
          const eventId = randomUUID();
          const headers = { 'x-service-event-id': eventId };
          await fetch(`${api.url}${new URL(hook).pathname}`, { method: 'POST', headers, body: '{}' });
          const run = api.temporal.client.workflow.getHandle(`run/${id}/id/${eventId}`);
          expect(await run.result()).toMatchObject({ outcome: 'succeeded' });
        }
    }
    expect(target.seen).toHaveLength(8);
  });

  it('says which key a process lacks when the new one was put in front too early', async () => {
    await using old = await startWith(k1);
    await using early = await startWith(k2, k1);
    const { token } = (await old.newOwner()).workspace;
    expect(await useAll([early], token)).toEqual([201, 200]);
    const { status, body } = await call(old, token, 'GET', '/automations');
    expect([status, body['code'], body['message']]).toEqual([
      503,
      'MASTER_KEY_MISSING',
      'MASTER_KEYS has no key with the id k2.',
    ]);
    expect(body['hint']).toContain('every process');
  });
});
