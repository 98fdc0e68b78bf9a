import { afterAll, beforeAll, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function signedIn() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  return { ...owner, visitor };
}

it('a message leads to its conversation at once, though nothing answers yet; another continues it', async () => {
  const { visitor } = await signedIn();
  const first = await visitor.submit('/console/chat', '/console/chat', { message: '<b>Good day</b>' });
  expect(first.response.status).toBe(303);
  const location = first.response.headers.get('location') ?? '';
  expect(location).toMatch(/^\/console\/chat\/cnv_/);
  const shown = await visitor.show(location);
  expect(shown.text).toContain('&lt;b&gt;Good day&lt;/b&gt;');
  const conversation = /chat\/(cnv_[\w-]+)/.exec(location)?.[1] ?? '';
  const second = await visitor.submit(location, '/console/chat', { message: 'And now?', conversation });
  expect(second.response.headers.get('location')).toBe(location);
  expect((await visitor.show(location)).text).toContain('And now?');
});

it('a blank message is refused where it was typed, and a conversation of others is not there', async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  const blank = await one.visitor.submit('/console/chat', '/console/chat', { message: '  ' });
  expect(blank.response.status).toBe(400);
  expect(blank.text).toContain('role="alert"');
  const begun = await one.visitor.submit('/console/chat', '/console/chat', { message: 'Mine' });
  const location = (begun.response.headers.get('location') ?? '').replace(/\?.*/, '');
  expect((await other.visitor.show(location)).response.status).toBe(404);
});
