import { afterAll, beforeAll, expect, test } from 'vitest';

import { startRunsWorker } from '#test/support/runs-worker.ts';
import { consoleVisitor, csrfIn } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  [api, target] = await Promise.all([startApi(), startOrderTarget({ key: 'k' })]);
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

interface Items {
  readonly items: readonly { readonly id: string; readonly [member: string]: unknown }[];
}

/** Signed in beside two runs that wait for an approval. */
async function setUp() {
  const owner = await api.newOwner();
  const read = async (path: string) => (await (await owner.manage('GET', path)).json()) as Items;
  const agentId = (await read('/agents')).items[0]?.id ?? '';
  const access = `/agents/${agentId}/network-access`;
  const key = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'k' };
  await owner.manage('POST', access, { ...key, approval: 'writes' });
  const { hook } = await owner.newAutomation({
    instructions: `POST ${target.url}/orders with JSON {"note": "{{body.note}}"}.`,
  });
  for (const note of ['<b>first</b>', 'second'])
    await fetch(hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ note }),
    });
  const open = async () => (await read('/approvals?state=open')).items;
  await expect.poll(async () => (await open()).length, { timeout: 20_000 }).toBe(2);
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const textOf = async (page: string) => (await visitor.show(page)).text;
  const state = async (id: string) => await (await owner.manage('GET', `/approvals/${id}`)).json();
  return { ...owner, visitor, textOf, open, state, read, agentId, access };
}

const path = '/console/approvals';

test('the menu counts open approvals; those that are ticked are approved together', async () => {
  const { visitor, textOf, open, state } = await setUp();
  const page = await textOf('/console/automations');
  expect(page).toMatch(/Approvals <span class="count">2</);
  const asked = await open();
  const form = new URLSearchParams({ do: 'approve', csrf: csrfIn(page) });
  for (const { id } of asked) form.append('approval', id);
  await visitor.post(path, form);
  for (const { id } of asked) expect(await state(id)).toMatchObject({ state: 'approved' });
  expect(await textOf(path)).toContain('No request is open.');
});

test('an approval marks the values of the delivery, and sends the request as it was edited', async () => {
  const { visitor, textOf, open, state } = await setUp();
  const first = (await open()).find(({ request }) => JSON.stringify(request).includes('first'));
  const own = `${path}/${first?.id ?? ''}`;
  expect(await textOf(own)).toContain('<mark>&lt;b&gt;first&lt;/b&gt;</mark>');
  const { request } = first as unknown as { request: { method: string; url: string; body: string } };
  const fields = {
    'request.method': request.method,
    'request.url': request.url,
    'request.body': '{"note":"edited"}',
    do: 'edit',
  };
  await visitor.submit(own, own, fields);
  expect(await state(first?.id ?? '')).toMatchObject({
    state: 'approved',
    edited: { body: '{"note":"edited"}' },
  });
  await expect
    .poll(() => target.seen.map(({ body }) => body), { timeout: 20_000 })
    .toContain('{"note":"edited"}');
});

test('a refusal has its reason; one that was decided before says so', async () => {
  const { visitor, textOf, open, state } = await setUp();
  const id = (await open())[0]?.id ?? '';
  await visitor.submit(`${path}/${id}`, `${path}/${id}`, { do: 'refuse', reason: 'A test.' });
  expect(await state(id)).toMatchObject({ state: 'refused', reason: 'A test.' });
  expect(await textOf(`${path}/${id}`)).toContain('A test.');
});

test('"Always allow this" leads to the policy, which is saved with the exception', async () => {
  const { visitor, textOf, open, read, access } = await setUp();
  const page = await textOf(`${path}/${(await open())[0]?.id ?? ''}`);
  const [, link = ''] = /href="(\/console\/network-access\/[^"]+except[^"]+)"/.exec(page) ?? [];
  const policyPage = link.replaceAll('&amp;', '&');
  expect(await textOf(policyPage)).toContain('POST /orders');
  const [policyPath = ''] = policyPage.split('?');
  await visitor.submit(policyPage, policyPath, {
    domain: '127.0.0.1',
    headerName: 'X-API-Key',
    headerValue: '',
    approval: 'writes',
    approvalHours: '24',
    approvalExcept: 'POST /orders',
  });
  expect((await read(access)).items).toMatchObject([
    { approval: 'writes', approvalExcept: [{ method: 'POST', path: '/orders' }] },
  ]);
});
