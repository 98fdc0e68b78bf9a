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

/** A workspace whose owner is signed in. */
async function newVisitor() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const read = async (id: string) =>
    (await (await owner.manage('GET', `/automations/${id}`)).json()) as Automation;
  async function suspend(): Promise<void> {
    const { status } = await fetch(`${api.url}/manage/workspaces/${owner.workspace.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${api.config.ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ state: 'suspended' }),
    });
    expect(status).toBe(200);
  }
  return { ...owner, ...visitor, read, suspend };
}

const pageOf = (id: string) => `/console/automations/${id}`;
const hostile = '<script>alert(1)</script>"\'>\u202e&amp;';

describe('the form of a new automation', () => {
  const path = '/console/automations/new';

  it('says nothing against instructions that are not written yet', async () => {
    const { show, submit } = await newVisitor();
    const { text } = await show(path);
    expect(text).toContain('No instructions yet.');
    expect(text).not.toContain('Offline rules');
    const checked = await submit(path, path, { do: 'check', instructions: '???' });
    expect(checked.text).toContain('Offline rules do not understand: &quot;???&quot;.');
  });

  it('makes one with what was typed, and leads to its address', async () => {
    const { submit, read } = await newVisitor();
    const { response } = await submit(path, path, {
      name: 'Paid orders',
      instructions: 'Summarise the delivery.',
      filter: 'Only run when status is paid',
      'retry.tries': '3',
      'retry.withinMinutes': '60',
      'retry.honorsIdempotencyKey': 'true',
      'model.effort': 'low',
    });
    expect(response.status).toBe(303);
    const [, id = ''] =
      /automations\/(aut_[\w-]+)\/connect\?show$/.exec(response.headers.get('location') ?? '') ?? [];
    expect(await read(id)).toMatchObject({
      name: 'Paid orders',
      filter: 'Only run when status is paid',
      retry: { tries: 3, withinMinutes: 60, honorsIdempotencyKey: true },
      model: { effort: 'low' },
    });
  });

  it('comes again with what was typed and the reason where it is refused', async () => {
    const { submit } = await newVisitor();
    const { response, text } = await submit(path, path, {
      name: hostile,
      instructions: 'Summarise the delivery.',
      'retry.tries': '99',
    });
    expect(response.status).toBe(400);
    expect(text).toMatch(/role="alert"[\s\S]*retry\.tries/);
    expect(text).toMatch(/name="retry\.tries"\s+value="99"\s+aria-invalid="true"/);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;\u202e&amp;amp;');
    expect(text).not.toContain('<script>alert');
  });

  it('only says how it is understood where the button asks for that', async () => {
    const { submit, manage } = await newVisitor();
    const { response, text } = await submit(path, path, {
      do: 'check',
      name: '',
      instructions: 'Report the order id. Be nice to people.',
      filter: 'Only run when status is paid',
    });
    expect(response.status).toBe(200);
    expect(text).toContain('1 of 2 sentences needs a model.');
    expect(text).toContain('Run when sameText(field(&quot;status&quot;), &quot;paid&quot;).');
    expect(await (await manage('GET', '/automations')).json()).toMatchObject({ items: [] });
  });
});

describe('the page of an automation', () => {
  it('shows it, and saves a change as a new revision', async () => {
    const { newAutomation, show, submit, read } = await newVisitor();
    const { id } = await newAutomation({ instructions: hostile, filter: 'status is paid' });
    const { text } = await show(pageOf(id));
    expect(text).toContain('&lt;script&gt;alert(1)');
    expect(text).not.toContain('<script>alert');
    const saved = await submit(pageOf(id), pageOf(id), {
      name: 'New name',
      instructions: 'Report id.',
      filter: '',
      'retry.tries': '5',
      'retry.withinMinutes': '10',
    });
    expect(saved.response.headers.get('location')).toBe(`${pageOf(id)}?saved`);
    expect(await read(id)).toMatchObject({ name: 'New name', filter: null, revision: 2, model: null });
    expect((await show(`${pageOf(id)}?saved`)).text).toContain('Saved as revision 2');
  });

  it('keeps settings of the model that were not touched', async () => {
    const { newAutomation, manage, show, submit, read } = await newVisitor();
    const { id } = await newAutomation();
    const model = {
      main: 'offline/rules-1',
      filter: 'offline/rules-1',
      effort: 'high',
      maxOutputTokens: 512,
    };
    await manage('PATCH', `/automations/${id}`, { model });
    const { text } = await show(pageOf(id));
    const typed = [...text.matchAll(/<input\s[^>]*name="([\w.]+)"\s+value="([^"]*)"/g)].map(
      ([, ...pair]) => pair,
    );
    await submit(pageOf(id), pageOf(id), {
      ...(Object.fromEntries(typed) as Record<string, string>),
      name: 'Other',
      instructions: 'Report id.',
      'model.effort': /id="model\.effort"[\s\S]*?<option\s+value="(\w+)"\s+selected/.exec(text)?.[1] ?? '',
    });
    expect(await read(id)).toMatchObject({ name: 'Other', model, retry: { tries: 5 } });
  });

  it('says how a draft would be understood, with evidence of what is stored, and stores nothing', async () => {
    const { newAutomation, post, show, read } = await newVisitor();
    const { id, hook } = await newAutomation();
    for (const total of [50, 150]) {
      const body = JSON.stringify({ event_id: `e${total}`, order: { total } });
      await fetch(hook, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    }
    const csrf = /name="csrf" value="([^"]*)"/.exec((await show(pageOf(id))).text)?.[1] ?? '';
    const { text } = await post(`${pageOf(id)}/understood`, {
      csrf,
      instructions: 'Report id.',
      filter: 'order.total is more than 100',
    });
    expect(text).not.toContain('<html');
    expect(text).toContain('Would run 1 of 2');
    expect(text.match(/href="\/console\/deliveries\/dlv_/g)).toHaveLength(3);
    expect((await read(id)).filter).toBeNull();
  });

  it('is read only for a viewer', async () => {
    const { workspace, newAutomation, read } = await newVisitor();
    const { id } = await newAutomation();
    const { token } = await createTokens(api).create(workspace.id, { name: 'V', role: 'viewer' });
    const viewer = consoleVisitor(api.url);
    await viewer.signIn(token);
    expect((await viewer.show(pageOf(id))).text).toContain('You can only read this');
    const { response, text } = await viewer.submit(pageOf(id), pageOf(id), {
      name: 'Mine',
      instructions: 'Report id.',
    });
    expect(response.status).toBe(403);
    expect(text).toContain('needs a token with the role editor');
    expect((await read(id)).name).toBe('Orders');
  });

  it('is read only while the workspace is suspended', async () => {
    const { newAutomation, show, suspend } = await newVisitor();
    const { id } = await newAutomation({ filter: 'status is paid' });
    await suspend();
    const { response, text } = await show(pageOf(id));
    expect(response.status).toBe(200);
    expect(text).toContain('You can only read this: the operator suspended the workspace');
    expect(text).toContain('Run when sameText(field(&quot;status&quot;), &quot;paid&quot;).');
  });

  it('for a new one says that the workspace is suspended', async () => {
    const { show, suspend } = await newVisitor();
    await suspend();
    for (const path of ['/console/automations/new', '/console/automations/new?recipe=paid-order']) {
      const { response, text } = await show(path);
      expect(response.status).toBe(200);
      expect(text).toContain('You can only read this: the operator suspended the workspace');
    }
  });

  it('in another workspace is not found, nor are the actions of its forms', async () => {
    const { id } = await (await api.newOwner()).newAutomation();
    const { show, submit } = await newVisitor();
    expect((await show(pageOf(id))).response.status).toBe(404);
    const fields = { name: 'Mine', instructions: 'Report id.' };
    for (const path of [pageOf(id), `${pageOf(id)}/understood`])
      expect((await submit('/console/automations', path, fields)).response.status).toBe(404);
  });
});
