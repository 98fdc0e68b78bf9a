import { afterAll, beforeAll, expect, it } from 'vitest';

import { consoleVisitor } from '../../support/console-visitor.ts';
import { startApi } from '../../support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const path = '/console/network-access';

async function signedIn() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const agents = (await (await owner.manage('GET', '/agents')).json()) as { items: { id: string }[] };
  const agentId = agents.items[0]?.id ?? '';
  const policies = async () =>
    (
      (await (await owner.manage('GET', `/agents/${agentId}/network-access`)).json()) as {
        items: { id: string }[];
      }
    ).items;
  return { ...owner, visitor, agentId, policies };
}

it('a domain is allowed, changed and removed by forms; its header value is shown nowhere', async () => {
  const { visitor, policies } = await signedIn();
  const secret = 'Bearer canary-of-a-header';
  const added = await visitor.submit(path, path, {
    domain: 'https://API.Example.com/path',
    headerName: 'Authorization',
    headerValue: secret,
  });
  expect(added.response.status).toBe(303);
  expect(await policies()).toMatchObject([{ domain: 'api.example.com', headerName: 'Authorization' }]);
  const [policy] = await policies();
  const page = `${path}/${policy?.id}`;
  for (const shown of [path, page]) expect((await visitor.show(shown)).text).not.toContain('canary');

  const kept = await visitor.submit(page, page, {
    domain: 'api.example.com',
    headerName: 'Authorization',
    headerValue: '',
  });
  expect(kept.response.status).toBe(303);
  expect(await policies()).toMatchObject([{ hasHeaderValue: true }]);
  const renamed = await visitor.submit(page, page, {
    domain: 'api.example.com',
    headerName: 'X-Key',
    headerValue: '',
  });
  expect(renamed.response.status).toBe(400);
  const cleared = await visitor.submit(page, page, {
    domain: 'api.example.com',
    headerName: '',
    headerValue: '',
  });
  expect(cleared.response.status).toBe(303);
  expect(await policies()).toMatchObject([{ headerName: null, hasHeaderValue: false }]);

  await visitor.submit(page, `${page}/delete`, {});
  expect(await policies()).toEqual([]);
});

it('what is refused is said above the form, which keeps what was typed but the secret', async () => {
  const { visitor } = await signedIn();
  const { response, text } = await visitor.submit(path, path, {
    domain: '"><script>alert(1)</script>',
    headerName: 'X-Key',
    headerValue: 'canary-value',
  });
  expect(response.status).toBe(400);
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;');
  expect(text).not.toContain('<script>alert');
  expect(text).not.toContain('canary-value');
});

it('a viewer sees all of it and changes nothing', async () => {
  const { manage, policies } = await signedIn();
  const made = (await (await manage('POST', '/tokens', { name: 'Look', role: 'viewer' })).json()) as {
    token: string;
  };
  const viewer = consoleVisitor(api.url);
  await viewer.signIn(made.token);
  expect((await viewer.show(path)).response.status).toBe(200);
  const { response, text } = await viewer.submit(path, path, { domain: 'api.example.com' });
  expect(response.status).toBe(403);
  expect(text).toContain('role="alert"');
  expect(await policies()).toEqual([]);
});

it('agents and policies of another workspace are not there', async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  await other.visitor.submit(path, path, { domain: 'api.example.com' });
  const [policy] = await other.policies();
  for (const foreign of [`${path}?agent=${other.agentId}`, `${path}/${policy?.id}`, `${path}/pol_x`])
    expect((await one.visitor.show(foreign)).response.status).toBe(404);
  const removed = await one.visitor.submit(path, `${path}/${policy?.id}/delete`, {});
  expect(removed.response.status).toBe(404);
  expect(await other.policies()).toHaveLength(1);
});
