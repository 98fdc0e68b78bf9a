import { afterAll, beforeAll, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const [settings, audit] = ['/console/settings', '/console/audit'];

it('the log is reached from the settings, and says what was changed in the console, by whom', async () => {
  const { workspace, newAutomation } = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(workspace.token);
  expect((await visitor.show(settings)).text).toContain(`href="${audit}"`);
  expect((await visitor.show(audit)).text).toContain('No changes yet');
  const { id } = await newAutomation();
  await visitor.submit(settings, `${settings}/time-zone`, { timeZone: 'Europe/Berlin' });
  await visitor.submit(settings, `${settings}/tokens`, { name: '<b>Deploy</b>', role: 'viewer' });
  const { response, text } = await visitor.show(audit);
  expect(response.status).toBe(200);
  const rows = text.slice(text.indexOf('<tbody')).split('<tr').slice(1);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/Create token.*owner, console/s);
  expect(rows[1]).toMatch(/Change workspace.*timeZone.*owner, console/s);
  expect(rows[2]).toMatch(new RegExp(`Create automation.*${id}.*owner, api`, 's'));
  const csv = await visitor.show(`${audit}.csv`);
  expect(csv.response.headers.get('content-disposition')).toContain('audit.csv');
  expect(csv.text.split('\r\n')).toHaveLength(5);
  expect((await visitor.show(`/console/automations/${id}/revisions`)).text).toMatch(/by <bdi>[^<]+<\/bdi>/);
});

it('the log is for owners: an editor sees neither the link nor the page', async () => {
  const owner = await api.newOwner();
  const made = await owner.manage('POST', '/tokens', { name: 'E', role: 'editor' });
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(((await made.json()) as { token: string }).token);
  expect((await visitor.show(settings)).text).not.toContain(audit);
  expect((await visitor.show(audit)).response.status).toBe(403);
});
