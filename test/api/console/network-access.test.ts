import { afterAll, beforeAll, expect, it } from 'vitest';

import type { AgentScope } from '#contracts/policy.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { keys } from '#store/records/index.ts';
import { createVault } from '#store/secret/vault.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

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
        items: ({ id: string } & Record<string, unknown>)[];
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

it('a refusal is shown above the form, which keeps the typed values but the secret', async () => {
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

it.each([
  ['method', { method: 'BREW', url: 'https://api.example.com/' }, 'Method must be one of'],
  ['url', { method: 'GET', url: 'nonsense' }, 'URL is not an absolute URL'],
  [
    'body',
    { method: 'POST', url: 'https://api.example.com/', body: 'x'.repeat(1 << 21) },
    'Body must not be',
  ],
])('a request that is tried with a wrong %s has that field marked', async (field, typed, said) => {
  const { visitor } = await signedIn();
  const { text } = await visitor.submit(path, `${path}/requests`, { ...typed, do: 'send' });
  expect([...text.matchAll(/name="(\w+)"[^>]*aria-invalid="true"/g)].map(([, name]) => name)).toEqual([
    field,
  ]);
  expect(text).toContain(said);
  expect(text).toContain('Correct it and send the form again.');
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

const dayMs = 24 * 60 * 60 * 1_000;

/** Policies that were made when `daysAgo` says, uses noted since then. */
async function policiesOf(scope: AgentScope, domains: readonly string[], daysAgo: number) {
  const { redis } = api;
  const vault = createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
  const at = Date.now() - daysAgo * dayMs;
  const store = createPolicyStore({ redis, vault, now: () => at });
  for (const domain of domains) await store.insert(scope, { domain, headerName: null, headerValue: null });
  await redis.hSet(keys.policies(scope.workspaceId, scope.agentId), 'uses-since', String(at));
}

it('a policy that no request used for 30 days is offered for removal', async () => {
  const { visitor, workspace, agentId, policies, manage } = await signedIn();
  const scope = { workspaceId: workspace.id, agentId };
  await policiesOf(scope, ['old.example.com', '127.0.0.1'], 40);
  await using target = await startOrderTarget({ key: 'key' });
  const allowed = { method: 'GET', url: `${target.url}/orders` };
  expect((await manage('POST', `/agents/${agentId}/requests`, allowed)).status).toBe(200);
  const { text } = await visitor.show(path);
  expect(text).toContain('One of these domains was not used for 30 days');
  expect(text).toContain('aria-label="Remove old.example.com"');
  expect(text).not.toContain('aria-label="Remove 127.0.0.1"');
  const byDomain = Object.fromEntries((await policies()).map((policy) => [policy['domain'], policy]));
  expect(byDomain['old.example.com']).toMatchObject({ isUnused: true, lastUsedAt: null });
  expect(byDomain['127.0.0.1']).toMatchObject({ isUnused: false, lastUsedAt: expect.any(String) });
  const old = byDomain['old.example.com']?.['id'];
  const removed = await visitor.submit(path, `${path}/${old}/delete`, { agent: agentId });
  expect(removed.response.status).toBe(303);
  expect((await visitor.show(path)).text).not.toContain('not used for 30 days');
});

it('is offered to nobody who may not remove it', async () => {
  const { workspace, agentId, manage } = await signedIn();
  await policiesOf({ workspaceId: workspace.id, agentId }, ['old.example.com'], 40);
  const made = (await (await manage('POST', '/tokens', { name: 'Look', role: 'editor' })).json()) as {
    token: string;
  };
  const editor = consoleVisitor(api.url);
  await editor.signIn(made.token);
  expect((await editor.show(path)).text).not.toContain('aria-label="Remove');
});

it('every policy has its page, however many there are', async () => {
  const { visitor, workspace, agentId, policies } = await signedIn();
  const domains = Array.from({ length: 230 }, (_, index) => `d${index}.example.com`);
  await policiesOf({ workspaceId: workspace.id, agentId }, domains, 1);
  const seen = new Set<string>();
  let address: string | undefined = path;
  let last = '';
  while (address !== undefined) {
    const { text }: { text: string } = await visitor.show(address);
    const ids = [...text.matchAll(/network-access\/(pol_[\w-]+)\?/g)].map(([, id]) => id ?? '');
    expect(ids).not.toEqual([]);
    for (const id of ids) seen.add((last = id));
    address = /rel="next"\s+href="([^"]*policies=[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(seen.size).toBe(230);
  expect((await policies()).some(({ id }) => id === last)).toBe(false);
  const { response, text } = await visitor.show(`${path}/${last}`);
  expect(response.status).toBe(200);
  expect(text).toMatch(/value="d\d+\.example\.com"/);
});

const pairOf = { domain: 'api.example.com', headerName: 'X-Key', headerValue: 'key' };

it.each([
  ['domain', { domain: '*.com' }],
  ['domain', { domain: '*.github.io' }],
  ['headerName', { headerName: 'X Key' }],
  ['headerName', { headerName: '' }],
  ['headerValue', { headerValue: '' }],
  ['headerValue', { headerValue: 'clé' }],
])('the one field that is wrong is marked: %s where %o is typed', async (field, wrong) => {
  const { visitor } = await signedIn();
  const { response, text } = await visitor.submit(path, path, { ...pairOf, ...wrong });
  expect(response.status).toBe(400);
  expect(text.match(/<input[^>]*aria-invalid="true"/gs)).toEqual([
    expect.stringContaining(`name="${field}"`),
  ]);
});

it('a second policy of a domain and header is said at the domain', async () => {
  const { visitor } = await signedIn();
  await visitor.submit(path, path, pairOf);
  const { response, text } = await visitor.submit(path, path, pairOf);
  expect(response.status).toBe(409);
  expect(text.match(/<input[^>]*aria-invalid="true"/gs)).toEqual([expect.stringContaining('name="domain"')]);
});

it('an address is allowed, changed and removed by forms; a refused one is shown as it was typed', async () => {
  const { visitor, policies, agentId } = await signedIn();
  const filled = await visitor.show(`${path}?agent=${agentId}&address=ada%40example.com`);
  expect(filled.text).toMatch(/name="address"\s+value="ada@example\.com"/);
  const refused = await visitor.submit(path, path, { kind: 'mail', address: '@gmail.com' });
  expect(refused.response.status).toBe(400);
  expect(refused.text).toContain('address @gmail.com is too wide');
  expect(refused.text).toMatch(/name="address"\s+value="@gmail\.com"/);
  await visitor.submit(path, path, { kind: 'mail', address: '@example.com' });
  const [policy] = await policies();
  expect(policy).toMatchObject({ kind: 'mail', address: '@example.com' });
  const own = `${path}/${policy?.id}`;
  expect((await visitor.show(own)).text).toContain('<h1>Change an allowed address</h1>');
  await visitor.submit(own, own, { kind: 'mail', address: 'Ada@example.com' });
  expect(await policies()).toMatchObject([{ id: policy?.id, address: 'ada@example.com' }]);
  expect((await visitor.show(path)).text).toContain('>ada@example.com</a>');
  await visitor.submit(own, `${own}/delete`, {});
  expect(await policies()).toEqual([]);
});
