import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Automation } from '#contracts/automation.ts';
import { createTokens } from '#store/token/tokens.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** The signed-in owner of an automation. */
async function newVisitor() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({ filter: 'status is paid' });
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const list = async () => {
    const { items } = (await (await owner.manage('GET', '/automations')).json()) as { items: Automation[] };
    return items;
  };
  return { ...owner, ...visitor, automation, path: `/console/automations/${automation.id}`, list };
}

describe('an action on an automation', () => {
  it.each([
    ['pause', 'wake no agent until you resume it'],
    ['resume', 'stay skipped'],
    ['duplicate', 'a URL of its own'],
    ['delete', 'cannot be undone'],
  ])('is said before it is done: %s', async (action, means) => {
    const { show, path, list } = await newVisitor();
    const before = await list();
    const { response, text } = await show(`${path}/${action}`);
    expect(response.status).toBe(200);
    expect(text).toContain(means);
    expect(await list()).toEqual(before);
  });

  it('is a pause and a resumption', async () => {
    const { submit, path, list } = await newVisitor();
    const paused = await submit(`${path}/pause`, `${path}/pause`, {});
    expect([paused.response.status, paused.response.headers.get('location')]).toEqual([303, path]);
    expect(await list()).toMatchObject([{ state: 'paused' }]);
    await submit(`${path}/resume`, `${path}/resume`, {});
    expect(await list()).toMatchObject([{ state: 'active' }]);
  });

  it('is a copy with the same texts and another URL', async () => {
    const { submit, path, list, automation } = await newVisitor();
    await submit(`${path}/duplicate`, `${path}/duplicate`, {});
    const [one, other] = (await list()).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    const { agentId, instructions, filter, retry, model } = one!;
    expect(other).toMatchObject({ name: 'Orders (copy)', agentId, instructions, filter, retry, model });
    expect(other!.url).not.toBe(automation.url);
  });

  it('is a deletion, after which its page is gone and its URL retired', async () => {
    const { submit, show, path, list, automation } = await newVisitor();
    const { response } = await submit(`${path}/delete`, `${path}/delete`, {});
    expect(response.headers.get('location')).toBe('/console/automations');
    expect(await list()).toEqual([]);
    expect((await show(path)).response.status).toBe(404);
    expect((await fetch(automation.hook, { method: 'POST', body: '{}' })).status).toBe(410);
  });

  it.each(['pause', 'resume', 'duplicate', 'delete'])(
    'is not for viewers, nor for other workspaces: %s',
    async (action) => {
      const { workspace, path, list } = await newVisitor();
      const before = await list();
      const { token } = await createTokens(api).create(workspace.id, { name: 'V', role: 'viewer' });
      const viewer = consoleVisitor(api.url);
      await viewer.signIn(token);
      const refused = await viewer.submit(`${path}/${action}`, `${path}/${action}`, {});
      expect(refused.response.status).toBe(403);
      expect(refused.text).toContain('role="alert"');
      const { submit, show } = await newVisitor();
      expect((await show(`${path}/${action}`)).response.status).toBe(404);
      expect((await submit('/console/automations', `${path}/${action}`, {})).response.status).toBe(404);
      expect(await list()).toEqual(before);
    },
  );
});

describe('the URL of an automation', () => {
  it('is in no page until it is asked for', async () => {
    const { show, path, automation } = await newVisitor();
    const secret = automation.url.split('/').at(-1)!;
    for (const page of ['/console/automations', path, `${path}/connect`]) {
      const { text } = await show(page);
      expect(text).not.toContain(secret);
    }
    const { text } = await show(`${path}/connect?show`);
    expect(text.split(secret).length - 1).toBeGreaterThanOrEqual(6);
  });

  it('comes in snippets with what was delivered last, as text', async () => {
    const { show, path, automation } = await newVisitor();
    const body = '{"note": "</pre><script>alert(1)</script>"}';
    await fetch(automation.hook, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { text } = await show(`${path}/connect`);
    expect(text).toContain('&lt;/pre&gt;&lt;script&gt;');
    expect(text).not.toContain('<script>alert');
  });
});
