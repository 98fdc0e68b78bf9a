import { afterAll, beforeAll, expect, test } from 'vitest';

import { createApprovalLinks } from '#store/approval/approval-links.ts';
import { createApprovals } from '#store/approval/approvals.ts';
import { createVault } from '#store/secret/vault.ts';
import { consoleVisitor, csrfIn } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** An open approval, and the path of a link to it that was made for a target of events. */
async function setUp({ approvalLinks = true } = {}) {
  const { workspace, manage } = await api.newOwner();
  const answer = await manage('POST', '/event-targets', { url: 'https://example.com/events', approvalLinks });
  const { id: targetId } = (await answer.json()) as { id: string };
  const approvals = createApprovals({ redis: api.redis });
  const call = {
    callId: 'c1',
    name: 'http_request',
    method: 'POST',
    url: 'https://api.example.com/<b>',
  } as const;
  const place = { agentId: 'agt_1', turn: 0, request: 1, policyId: 'pol_1', workflowId: 'none', hours: 1 };
  const id = `apr_${targetId.slice(4)}`;
  await approvals.ask({ kind: 'owner', workspaceId: workspace.id }, [{ id, call, ...place }]);
  const links = createApprovalLinks({ vault: createVault(api.config.MASTER_KEYS) });
  const token = links.seal({ workspaceId: workspace.id, approvalId: id, targetId });
  const visitor = consoleVisitor(api.url);
  const state = async () => (await approvals.find(workspace.id, id))?.state;
  return { manage, targetId, path: `/approvals/${token}`, visitor, state, approvals, id, workspace };
}

test('A link shows the request and decides nothing when it is opened; its button does, once', async () => {
  const { manage, path, visitor, state, approvals, id, workspace } = await setUp();
  const { response, text } = await visitor.show(path);
  expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, 'same-origin']);
  expect(text).toContain('POST api.example.com/%3Cb%3E');
  await visitor.show(path);
  expect(await state()).toBe('open');
  const approved = await visitor.post(path, { do: 'approve', csrf: csrfIn(text) });
  expect(approved.text).toContain('This request is approved.');
  const late = await visitor.post(path, { do: 'refuse', csrf: csrfIn(text) });
  expect([late.response.status, await state()]).toEqual([409, 'approved']);
  expect((await approvals.find(workspace.id, id))?.decidedBy).toBe('link to example.com');
  const { items } = (await (await manage('GET', '/audit')).json()) as { items: { action: string }[] };
  const by = { by: 'link to example.com', tokenId: null, role: null, via: 'link' };
  const decided = { action: 'decideApproval', ...by, target: { approvalId: id }, fields: ['decision'] };
  expect(items.filter(({ action }) => action === 'decideApproval')).toMatchObject([decided]);
});

test('A form from elsewhere decides nothing', async () => {
  const { path, visitor, state } = await setUp();
  const { response } = await visitor.post(path, { do: 'approve', csrf: 'made-up' });
  expect([response.status, await state()]).toEqual([403, 'open']);
});

test.each([
  ['was forged', (path: string) => `${path.slice(0, -2)}AA`],
  ['is cut', (path: string) => path.slice(0, -8)],
  ['is of another kind', () => '/approvals/bm8'],
])('A link that %s is none', async (_, changed) => {
  const { path, visitor, state } = await setUp();
  const { response } = await visitor.show(changed(path));
  expect([response.status, await state()]).toEqual([404, 'open']);
});

test.each([
  [
    'sends no links',
    async (set: Awaited<ReturnType<typeof setUp>>) =>
      await set.manage('PATCH', `/event-targets/${set.targetId}`, { approvalLinks: false }),
  ],
  [
    'is off',
    async (set: Awaited<ReturnType<typeof setUp>>) =>
      await set.manage('PATCH', `/event-targets/${set.targetId}`, { state: 'off' }),
  ],
  [
    'is deleted',
    async (set: Awaited<ReturnType<typeof setUp>>) =>
      await set.manage('DELETE', `/event-targets/${set.targetId}`),
  ],
])('A link is none any more once its target %s', async (_, change) => {
  const set = await setUp();
  await change(set);
  expect((await set.visitor.show(set.path)).response.status).toBe(404);
  expect(await set.state()).toBe('open');
});
