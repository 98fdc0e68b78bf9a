import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { rotatingClient, startRotatingServer } from '#test/adapters/oauth/support/rotating-server.ts';
import { redirectUri } from '#test/adapters/oauth/support/connection.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let server: Awaited<ReturnType<typeof startRotatingServer>>;
beforeAll(async () => {
  [api, server] = await Promise.all([startApi(), startRotatingServer({ redirectUri })]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

interface Shown {
  readonly id: string;
  readonly hints: readonly string[];
  readonly oauth: { readonly connection: { readonly state: string; readonly reason: string | null } } | null;
}

async function newAgent() {
  const owner = await api.newOwner();
  const { items } = (await (await owner.manage('GET', '/agents')).json()) as { items: { id: string }[] };
  const agentId = items[0]!.id;
  const base = `/agents/${agentId}/network-access`;
  const create = async (body: object) => {
    const response = await owner.manage('POST', base, body);
    return { status: response.status, body: (await response.json()) as Shown & { message: string } };
  };
  const list = async () => ((await (await owner.manage('GET', base)).json()) as { items: Shown[] }).items;
  return { ...owner, agentId, base, create, list };
}

const byItself = () => ({
  domain: '127.0.0.1',
  oauth: { grant: 'client_credentials', ...rotatingClient, issuer: server.issuer, scopes: [] },
});
const byOwner = () => ({
  domain: '127.0.0.1',
  oauth: {
    grant: 'authorization_code',
    ...rotatingClient,
    issuer: server.issuer,
    scopes: ['openid', 'offline_access'],
  },
});

describe('a policy with OAuth 2', () => {
  it('is tried when it is saved, attaches a token, and shows no secret anywhere', async () => {
    await using target = await httpTarget(({ headers }, response) => response.end(headers.authorization));
    const { manage, agentId, create, list, base } = await newAgent();
    const made = await create(byItself());
    expect(made).toMatchObject({
      status: 201,
      body: {
        headerName: 'Authorization',
        hasHeaderValue: false,
        oauth: {
          clientId: 'reveille',
          hasClientSecret: true,
          connection: { state: 'connected', reason: null },
        },
      },
    });
    const sent = await manage('POST', `/agents/${agentId}/requests`, { method: 'GET', url: target.url });
    const answer = await sent.text();
    expect(JSON.parse(answer)).toMatchObject({
      status: 200,
      body: '[redacted]',
      attachedHeaders: ['Authorization'],
    });
    const token = target.received[0]?.headers.authorization?.slice('Bearer '.length) ?? '';
    expect(token.length).toBeGreaterThan(20);
    const shown = [
      answer,
      JSON.stringify([made.body, await list()]),
      await (await manage('GET', `${base}/log`)).text(),
      await (await manage('GET', '/export')).text(),
      await (await manage('GET', '/audit')).text(),
    ];
    for (const text of shown) {
      expect(text).not.toContain(token);
      expect(text).not.toContain('canary');
    }
  });

  it('is saved although its server refuses, and says why at once', async () => {
    const { create, list, manage, base } = await newAgent();
    const policy = byItself();
    const { body, status } = await create({
      ...policy,
      oauth: { ...policy.oauth, clientSecret: 'a-wrong-secret' },
    });
    expect(status).toBe(201);
    expect(body.oauth?.connection).toMatchObject({
      state: 'broken',
      reason: 'was refused by its server with `invalid_client`',
    });
    expect(body.hints).toContain('The OAuth 2 connection was refused by its server with `invalid_client`.');
    expect((await manage('POST', `${base}/${body.id}/connect`)).status).toBe(502);
    const mended = await manage('PATCH', `${base}/${body.id}`, policy);
    expect(await mended.json()).toMatchObject({ oauth: { connection: { state: 'connected' } } });
    expect((await manage('POST', `${base}/${body.id}/disconnect`)).status).toBe(204);
    expect(await list()).toMatchObject([{ oauth: { connection: { state: 'none' } } }]);
    expect((await manage('POST', `${base}/${body.id}/connect`)).status).toBe(204);
    expect(await list()).toMatchObject([{ oauth: { connection: { state: 'connected' } } }]);
  });

  it('asks for the secret again before it goes to another endpoint', async () => {
    await using thief = await httpTarget();
    const { create, manage, base } = await newAgent();
    const { body } = await create(byItself());
    const oauth = { grant: 'client_credentials', clientId: 'reveille', tokenUrl: `${thief.url}/token` };
    const changed = await manage('PATCH', `${base}/${body.id}`, { oauth });
    expect(await changed.json()).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'oauth.clientSecret: must be filled in.',
    });
    const moved = await manage('PATCH', `${base}/${body.id}`, { domain: 'thief.example.com' });
    expect(moved.status).toBe(400);
    expect(thief.connections()).toBe(0);
  });

  it('is changed and connected by owners only', async () => {
    const { create, manage, base, workspace } = await newAgent();
    const { body } = await create(byOwner());
    expect((await manage('POST', `${base}/${body.id}/connect`)).status).toBe(400);
    const made = await manage('POST', '/tokens', { name: 'Editor', role: 'editor' });
    const { token } = (await made.json()) as { token: string };
    for (const action of ['connect', 'disconnect']) {
      const response = await fetch(`${api.url}/manage${base}/${body.id}/${action}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(403);
    }
    const editor = consoleVisitor(api.url);
    await editor.signIn(token);
    const path = `/console/network-access/${body.id}`;
    const { response } = await editor.submit('/console/network-access', `${path}/connect`, {
      grant: 'authorization_code',
    });
    expect(response.status).toBe(403);
    expect(workspace.token).not.toBe(token);
  });
});

describe('a policy that its owner connects in the console', () => {
  /** An owner who is signed in, on the way to the page of the server. */
  async function onTheWay() {
    const agent = await newAgent();
    const { body } = await agent.create(byOwner());
    const visitor = consoleVisitor(api.url);
    await visitor.signIn(agent.workspace.token);
    const path = `/console/network-access/${body.id}`;
    const { response, text } = await visitor.submit(path, `${path}/connect`, {
      agent: agent.agentId,
      grant: 'authorization_code',
    });
    expect(response.status).toBe(200);
    const page =
      /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    return { ...agent, policyId: body.id, path, visitor, page };
  }

  it('is connected by the answer, and leads back to its page', async () => {
    const { visitor, page, path, agentId, list, manage } = await onTheWay();
    const back = await server.agree(page);
    expect(back.href.startsWith(redirectUri)).toBe(true);
    const { response } = await visitor.show(
      `/console/oauth/callback${back.search}&next=https://thief.example.com`,
    );
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`${path}?agent=${agentId}`);
    expect(await list()).toMatchObject([{ oauth: { connection: { state: 'connected' } } }]);
    const shown = await visitor.show(`${path}?agent=${agentId}`);
    expect(shown.text).toContain('Connect again');
    expect(shown.text).not.toContain('canary');
    expect(await (await manage('GET', '/audit')).text()).toContain('connectPolicy');
    const replayed = await visitor.show(`/console/oauth/callback${back.search}`);
    expect(replayed.response.status).toBe(400);
  });

  it('is not connected by a browser that is not signed in, or another session of the same owner', async () => {
    const { page, workspace, list } = await onTheWay();
    const back = await server.agree(page);
    expect(back.searchParams.has('code')).toBe(true);
    const stranger = consoleVisitor(api.url);
    const asked = await stranger.show(`/console/oauth/callback${back.search}`);
    expect(asked.response.headers.get('location')).toMatch(/^\/console\/sign-in/);
    await stranger.signIn(workspace.token);
    expect((await stranger.show(`/console/oauth/callback${back.search}`)).response.status).toBe(400);
    expect(await list()).toMatchObject([{ oauth: { connection: { state: 'none' } } }]);
  });

  it('is not begun without the token of the form', async () => {
    const { visitor, path } = await onTheWay();
    expect((await visitor.post(`${path}/connect`, { grant: 'authorization_code' })).response.status).toBe(
      403,
    );
  });

  it('is made by the form, which keeps the secret and never shows it', async () => {
    const { visitor, list } = { ...(await newAgentWithVisitor()) };
    const path = '/console/network-access';
    const fields = {
      domain: 'api.example.com',
      credential: 'oauth',
      'oauth.preset': '',
      'oauth.grant': 'authorization_code',
      'oauth.clientId': 'reveille',
      'oauth.clientSecret': 'canary-client-secret',
      'oauth.issuer': server.issuer,
      'oauth.scopes': 'openid  offline_access',
    };
    const added = await visitor.submit(path, path, fields);
    expect(added.response.status).toBe(303);
    const page = added.response.headers.get('location')!;
    expect(await list()).toMatchObject([
      {
        oauth: { scopes: ['openid', 'offline_access'], hasClientSecret: true, connection: { state: 'none' } },
      },
    ]);
    const shown = await visitor.show(page);
    expect(shown.text).toContain('It is not connected yet');
    expect(shown.text).toContain(redirectUri);
    expect(shown.text).not.toContain('canary');
    const { 'oauth.clientSecret': _, ...kept } = fields;
    const [action = ''] = page.split('?');
    expect((await visitor.submit(page, action, kept)).response.status).toBe(303);
    const moved = await visitor.submit(page, action, { ...kept, domain: 'thief.example.com' });
    expect(moved.response.status).toBe(400);
    expect(moved.text).not.toContain('canary');
    expect(
      (await visitor.submit(page, action, { domain: 'api.example.com', credential: 'header' })).response
        .status,
    ).toBe(303);
    expect(await list()).toMatchObject([{ oauth: null, headerName: null }]);
  });

  async function newAgentWithVisitor() {
    const agent = await newAgent();
    const visitor = consoleVisitor(api.url);
    await visitor.signIn(agent.workspace.token);
    return { ...agent, visitor };
  }
});
