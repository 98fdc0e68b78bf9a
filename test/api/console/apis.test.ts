import { afterAll, beforeAll, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const path = '/console/network-access/apis';
const documentWith = (paths: object): string =>
  JSON.stringify({ openapi: '3.0.0', info: { title: '<b>Shop</b>' }, servers: [{ url: '/v1' }], paths });
const get = { get: { operationId: 'orders-get', summary: '<script>' } };
const first = documentWith({ '/orders': { ...get, post: { operationId: 'orders-create' } } });

async function signedIn() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const { items } = (await (await owner.manage('GET', '/agents')).json()) as { items: [{ id: string }] };
  const agent = items[0].id;
  await owner.manage('POST', `/agents/${agent}/network-access`, { domain: 'shop.example.com' });
  const read = async (at: string) =>
    (await (await owner.manage('GET', at)).json()) as Record<string, unknown>;
  return { visitor, agent, read };
}

it('an API is added, its operations are chosen, and a newer document is compared and accepted', async () => {
  const { visitor, agent, read } = await signedIn();
  const typed = { agent, name: 'shop', host: 'shop.example.com', document: first };
  const unconfirmed = await visitor.submit(path, path, typed);
  expect(unconfirmed.response.status).toBe(400);
  expect(unconfirmed.text).toContain('the document says /v1');
  const added = await visitor.submit(path, path, { ...typed, basePath: '/v1' });
  expect(added.response.status).toBe(303);
  const page = added.response.headers.get('location') ?? '';
  const here = page.replace(/\?.*/, '');
  const shown = (await visitor.show(`${page}&search=orders`)).text;
  expect(shown).toContain('orders-create');
  expect(shown).not.toContain('<script>');
  expect(shown).not.toContain('<b>Shop');
  await visitor.submit(page, here, { agent, operation: 'orders-get', 'effect-orders-get': 'read' });
  const apiAt = here.replace(path, `/agents/${agent}/apis`);
  expect(await read(apiAt)).toMatchObject({ operations: [{ name: 'orders-get', effect: 'read' }] });
  await visitor.submit(page, `${here}/document`, { agent, document: documentWith({ '/new': get }) });
  expect((await visitor.show(page)).text).toContain('1 changed: orders-get');
  const { next } = (await read(apiAt)) as { next: { digest: string } };
  await visitor.submit(page, `${here}/accept`, { agent, digest: next.digest });
  expect(await read(apiAt)).toMatchObject({ next: null, operations: [{ path: '/new', effect: 'write' }] });
  expect((await visitor.show(`${path}?agent=${agent}`)).text).toContain('shop.example.com/v1');
  await visitor.submit(page, `${here}/delete`, { agent });
  expect(await read(`/agents/${agent}/apis`)).toEqual({ items: [] });
});
