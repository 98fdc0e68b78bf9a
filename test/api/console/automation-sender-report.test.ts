import { afterAll, beforeAll, expect, it } from 'vitest';

import { keys } from '#store/records/index.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

it('the page of a sender says who it is, how it is answered and what changed, as text', async () => {
  const owner = await api.newOwner();
  const { id } = await owner.newAutomation({ sender: 'slack' });
  const change = JSON.stringify({
    number: { count: 3, first: 1, last: 1 },
    text: { count: 1, first: Date.now(), last: Date.now(), was: 'number' },
  });
  await api.redis.hSet(keys.shapes(owner.workspace.id, id), '<i>event</i>|/total', change);
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const { response, text } = await visitor.show(`/console/automations/${id}/sender`);
  expect(response.status).toBe(200);
  expect(text).toContain('Slack');
  expect(text).toContain('It waits 3.0 s for an answer. It tries up to 4 times in 6 min.');
  expect(text).toMatch(/was a number, is a text since \w+day\./);
  expect(text).toContain('&lt;i&gt;event&lt;/i&gt;');
  expect(text).not.toContain('<i>event');
  const stranger = await api.newOwner();
  const other = await stranger.newAutomation();
  expect((await visitor.show(`/console/automations/${other.id}/sender`)).response.status).toBe(404);
});
