import { afterAll, beforeAll, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const [settings, path] = ['/console/settings', '/console/settings/events'];

interface Target {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly state: string;
}

async function signedIn() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const targets = async () =>
    ((await (await owner.manage('GET', '/event-targets')).json()) as { items: Target[] }).items;
  return { ...owner, visitor, targets };
}

it('a target is added, its secret shown once, tried, sent to again, changed, turned off and deleted', async () => {
  await using receiver = await httpTarget();
  const { visitor, targets } = await signedIn();
  expect((await visitor.show(settings)).text).toContain('New target');
  const { response, text } = await visitor.submit(settings, path, {
    url: receiver.url,
    event: 'run.finished',
  });
  expect(response.status).toBe(200);
  const secret = /id="made-secret">([^<]+)</.exec(text)?.[1] ?? '';
  expect(secret).toMatch(/^whsec_/);
  const [made] = await targets();
  expect(made).toMatchObject({ url: receiver.url, events: ['run.finished'], state: 'on' });
  const page = `${path}/${made?.id}`;
  expect((await visitor.show(page)).text).not.toContain(secret);
  const tested = await visitor.submit(page, `${page}/test`, {});
  expect(tested.response.headers.get('location')).toBe(`${page}#log`);
  expect(receiver.received).toHaveLength(1);
  const shown = await visitor.show(page);
  expect(shown.text).toMatch(/event\.test[\s\S]*delivered/);
  const event = /name="event"\s+value="(evt_[^"]+)"/.exec(shown.text)?.[1] ?? '';
  const again = await visitor.submit(page, `${page}/send`, { event });
  expect(again.response.headers.get('location')).toBe(`${page}#log`);
  expect((await visitor.show(page)).text).toMatch(/class="state running">sending/);
  await visitor.submit(page, page, { url: receiver.url, event: 'automation.changed' });
  await visitor.submit(page, `${page}/off`, {});
  expect(await targets()).toMatchObject([{ events: ['automation.changed'], state: 'off' }]);
  expect((await visitor.show(settings)).text).toContain(page);
  const replaced = await visitor.submit(page, `${page}/secret`, {});
  expect(replaced.text).toMatch(/id="made-secret">whsec_/);
  const removed = await visitor.submit(page, `${page}/delete`, {});
  expect(removed.response.headers.get('location')).toBe(`${settings}#events`);
  expect(await targets()).toEqual([]);
});

it('a refused target is shown again as it was typed, with the reason', async () => {
  const { visitor, targets } = await signedIn();
  const { response, text } = await visitor.submit(settings, path, {
    url: 'http://example.com/"><b>',
    event: 'run.finished',
  });
  expect(response.status).toBe(400);
  expect(text).toContain('value="http://example.com/&quot;&gt;&lt;b&gt;"');
  expect(text).toMatch(/role="alert"[\s\S]*URL must/);
  expect(await targets()).toEqual([]);
});

it('an editor reads the targets and changes none', async () => {
  const { manage } = await signedIn();
  const url = 'https://example.com/events';
  const { id } = (await (await manage('POST', '/event-targets', { url })).json()) as Target;
  const { token } = (await (await manage('POST', '/tokens', { name: 'E', role: 'editor' })).json()) as {
    token: string;
  };
  const editor = consoleVisitor(api.url);
  await editor.signIn(token);
  expect((await editor.show(settings)).text).toContain(url);
  expect((await editor.show(settings)).text).not.toContain('New target');
  const { text } = await editor.show(`${path}/${id}`);
  expect(text).toContain('Owners change it.');
  expect(text).not.toContain('Delete this target');
  expect((await editor.submit(settings, `${path}/${id}/off`, {})).response.status).toBe(403);
});
