import { afterAll, beforeAll, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const path = '/console/secrets';
const typed = { name: 'slack', value: 'canary-of-a-secret', domains: 'hooks.slack.com, *.example.com' };

async function signedIn(role?: string) {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  const made = role && (await owner.manage('POST', '/tokens', { name: role, role }));
  const { token } = made ? ((await made.json()) as { token: string }) : owner.workspace;
  await visitor.signIn(token);
  const secrets = async () =>
    ((await (await owner.manage('GET', '/secrets')).json()) as { items: object[] }).items;
  return { ...owner, visitor, secrets };
}

it('a secret is stored, changed and deleted by forms; its value is shown nowhere', async () => {
  const { visitor, secrets } = await signedIn();
  expect((await visitor.submit(path, path, typed)).response.status).toBe(303);
  expect(await secrets()).toMatchObject([{ name: 'slack', domains: ['*.example.com', 'hooks.slack.com'] }]);
  const page = `${path}/slack`;
  for (const shown of [path, page, '/console/network-access'])
    expect((await visitor.show(shown)).text).not.toContain('canary');
  expect((await visitor.show(path)).text).toContain('{{secret.slack}}');
  const narrower = { value: '', domains: 'hooks.slack.com' };
  expect((await visitor.submit(page, page, narrower)).response.status).toBe(303);
  expect(await secrets()).toMatchObject([{ domains: ['hooks.slack.com'] }]);
  const wider = await visitor.submit(page, page, { value: '', domains: 'hooks.slack.com evil.example' });
  expect([wider.response.status, wider.text]).toEqual([
    400,
    expect.stringContaining('needs the value again'),
  ]);
  expect((await visitor.submit(page, `${page}/delete`, {})).response.status).toBe(303);
  expect(await secrets()).toEqual([]);
});

it('a refusal is shown above the form, which keeps the typed values but the secret', async () => {
  const { visitor } = await signedIn();
  const { response, text } = await visitor.submit(path, path, { ...typed, domains: '*.com' });
  expect(response.status).toBe(400);
  expect(text).toContain('role="alert"');
  expect(text).toContain('value="*.com"');
  expect(text).not.toContain('canary');
});

it('an editor or viewer sees the names, and can store none', async () => {
  const { visitor, manage } = await signedIn('editor');
  await manage('POST', '/secrets', { name: 'crm', value: 'canary-of-crm', domains: ['crm.example'] });
  const { text } = await visitor.show(path);
  expect(text).toContain('{{secret.crm}}');
  expect(text).not.toContain('Store this secret');
  const page = `${path}/crm`;
  expect((await visitor.submit(page, `${page}/delete`, {})).response.status).toBe(403);
});

it('a name that there is not, or that is of another workspace, is 404', async () => {
  const [{ visitor }, other] = [await signedIn(), await signedIn()];
  await other.manage('POST', '/secrets', { name: 'slack', value: 'of-another', domains: ['a.example'] });
  for (const page of [`${path}/slack`, `${path}/None`])
    expect((await visitor.show(page)).response.status).toBe(404);
});

it.each([
  ['name', { name: 'Not A Name' }],
  ['value', { value: 'x' }],
  ['value', { value: 'clé-of-a-secret' }],
  ['domains', { domains: '' }],
  ['domains', { domains: '*.com' }],
  ['domains', { domains: '*.github.io' }],
])('the one field that is wrong is marked: %s where %o is typed', async (field, wrong) => {
  const { visitor } = await signedIn();
  const { response, text } = await visitor.submit(path, path, { ...typed, ...wrong });
  expect(response.status).toBe(400);
  expect(text.match(/<input[^>]*aria-invalid="true"/gs)).toEqual([
    expect.stringContaining(`name="${field}"`),
  ]);
});

it('no field is wrong where a workspace has all the secrets that it may have', async () => {
  const { visitor, manage } = await signedIn();
  for (let count = 0; count < 200; count += 1)
    await manage('POST', '/secrets', { ...typed, name: `s${count}`, domains: ['crm.example'] });
  const { response, text } = await visitor.submit(path, path, typed);
  expect(response.status).toBe(400);
  expect(text).toContain('A workspace has at most');
  expect(text).not.toContain('aria-invalid');
});
