import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Automation } from '#contracts/automation.ts';
import { recipes } from '#api/console/recipes/index.ts';
import { createTokens } from '#store/token/tokens.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

const key = 'Bearer of-the-test';
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
  target = await startOrderTarget({ key });
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

/** Fields of a form as a browser would send them untouched; what is only checked or chosen aside. */
function fieldsIn(page: string): Readonly<Record<string, string>> {
  const inputs = [...page.matchAll(/<input\s[^>]*?name="([\w.]+)"[^>]*?value="([^"]*)"/g)];
  const areas = [...page.matchAll(/<textarea[^>]*?name="(\w+)"[^>]*>\n([^<]*)<\/textarea/g)];
  const texts = [...inputs, ...areas].map(([, name = '', text = '']) => [name, unescaped(text)] as const);
  return Object.fromEntries(texts.filter(([name]) => name !== 'retry.honorsIdempotencyKey'));
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const unescaped = (text: string) => text.replaceAll(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '');

async function newVisitor(role: 'owner' | 'editor' = 'owner') {
  const owner = await api.newOwner();
  const { token } = await createTokens(api).create(owner.workspace.id, { name: 'R', role });
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(token);
  const record = async (deliveryId: string) =>
    (await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as Record<string, unknown>;
  return { ...owner, ...visitor, record };
}

const idIn = (response: Response, pattern: RegExp) =>
  pattern.exec(response.headers.get('location') ?? '')?.[1] ?? '';

describe.each(recipes)('the recipe $id', ({ id, sender, skipped, contentType }) => {
  it('does what it says with its sample, and skips what it should', async () => {
    const { show, post, submit, record, manage } = await newVisitor();
    const { text } = await show(`/console/automations/new?recipe=${id}`);
    const chosen = /name="sender"[\s\S]*?value="(\w+)"\s+selected/.exec(text)?.[1] ?? '';
    expect(chosen).toBe(sender ?? 'generic');
    const form: Readonly<Record<string, string>> = { ...fieldsIn(text), sender: chosen };
    // The target of the test instead of the real one.
    const local = target.url.replace('127.0.0.1', 'localhost');
    const instructions = form['instructions']!.replace(/https:\/\/[^/\s]+/, `${local}/${id}`);
    const made = await post('/console/automations/new', {
      ...form,
      instructions,
      headerName: 'X-API-Key',
      headerValue: key,
    });
    const next =
      sender === undefined
        ? /automations\/(aut_[\w-]+)\/try\?recipe=/
        : /automations\/(aut_[\w-]+)\/connect\?show=true&recipe=/;
    const automation = idIn(made.response, next);
    expect(automation, made.text).not.toBe('');
    const read = await (await manage('GET', `/automations/${automation}`)).json();
    expect(read).toMatchObject({ sender: chosen });
    const path = `/console/automations/${automation}/try`;
    const page = (await show(`${path}?recipe=${id}`)).text;
    const sample = fieldsIn(page);
    const sent = await post(path, { ...sample, contentType });
    const deliveryId = idIn(sent.response, /deliveries\/(dlv_[\w-]+)$/);
    expect(deliveryId, sent.text).not.toBe('');
    await expect
      .poll(() => record(deliveryId))
      .toMatchObject({ outcome: expect.not.stringMatching('running') });
    expect(await record(deliveryId)).toMatchObject({ outcome: 'succeeded', warnings: [] });
    const seen = target.seen.filter(({ path: asked }) => asked.startsWith(`/${id}`));
    expect(seen.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^\{"(?!.*(?:\{\{|undefined|null))/),
    ]);

    const other = await submit(path, path, { contentType, body: skipped, eventId: 'skipped-1' });
    const skippedId = idIn(other.response, /deliveries\/(dlv_[\w-]+)$/);
    await expect.poll(() => record(skippedId)).toMatchObject({ outcome: 'skipped' });
    const after = target.seen.filter(({ path: asked }) => asked.startsWith(`/${id}`));
    expect(after).toHaveLength(1);
  });

  it('is understood without a model', async () => {
    const { show } = await newVisitor();
    const { text } = await show(`/console/automations/new?recipe=${id}`);
    expect(text).toContain('The sentence is understood.');
    expect(text).not.toContain('Needs a model');
    expect(text).toMatch(/id="allow"[^>]*\schecked/);
  });
});

it('there are ten of them, of ten names, on the page of a workspace without automations', async () => {
  expect(new Set(recipes.map(({ id }) => id)).size).toBe(10);
  const { show, newAutomation } = await newVisitor();
  const link = 'href="/console/automations/new?recipe=';
  expect((await show('/console/automations')).text.split(link)).toHaveLength(11);
  await newAutomation();
  expect((await show('/console/automations')).text).not.toContain(link);
  expect((await show('/console/automations/recipes')).text.split(link)).toHaveLength(11);
});

describe('access to the hosts that instructions name', () => {
  const fields = {
    name: 'Orders',
    instructions: 'POST https://api.example.com/orders with the order id.',
    'retry.tries': '5',
    'retry.withinMinutes': '10',
  };
  const path = '/console/automations/new';

  it('is given only where that was asked for', async () => {
    const { submit, show, manage } = await newVisitor();
    const policies = async ({ agentId }: Pick<Automation, 'agentId'>) =>
      ((await (await manage('GET', `/agents/${agentId}/network-access`)).json()) as { items: object[] })
        .items;
    const made = await submit(path, path, fields);
    const page = `/console/automations/${idIn(made.response, /(aut_[\w-]+)/)}`;
    const { items } = (await (await manage('GET', '/automations')).json()) as { items: Automation[] };
    expect(await policies(items[0]!)).toEqual([]);
    expect((await show(page)).text).toMatch(
      /api\.example\.com<\/code>\s*<span class="closed">not allowed yet/,
    );
    await submit(page, page, { ...fields, allow: 'true' });
    expect(await policies(items[0]!)).toMatchObject([{ domain: 'api.example.com', headerName: null }]);
    expect((await show(page)).text).toMatch(/api\.example\.com<\/code>\s*<span class="allowed">allowed/);
  });

  it('is not offered to an editor, and makes nothing where it is refused', async () => {
    const { submit, show, manage } = await newVisitor('editor');
    expect((await show(`${path}?recipe=paid-order`)).text).not.toContain('id="allow"');
    const { response, text } = await submit(path, path, { ...fields, allow: 'true' });
    expect(response.status).toBe(403);
    expect(text).toContain('needs a token with the role owner');
    expect(await (await manage('GET', '/automations')).json()).toMatchObject({ items: [] });
  });

  it('comes with no header of a key that could be meant for another host', async () => {
    const { submit, manage } = await newVisitor();
    await submit(path, path, {
      ...fields,
      instructions: `${fields.instructions} Then POST https://other.example.org/x with the order id.`,
      allow: 'true',
      headerName: 'X-Key',
      headerValue: 'secret',
    });
    const { items } = (await (await manage('GET', '/automations')).json()) as { items: Automation[] };
    const policies = await (await manage('GET', `/agents/${items[0]!.agentId}/network-access`)).json();
    expect(policies).toMatchObject({ items: [{ headerName: null }, { headerName: null }] });
  });
});
