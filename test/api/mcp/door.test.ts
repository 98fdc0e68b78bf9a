import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mcpClient } from '#test/support/mcp-client.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/mcp`, {
    method: 'POST',
    headers: { ...usual, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

async function tokenOf(manage: (...call: [string, string, object?]) => Promise<Response>) {
  const made = { name: 'Assistant', role: 'viewer', for: 'mcp' };
  return (await (await manage('POST', '/tokens', made)).json()) as { id: string; token: string };
}

describe('the token of a request to /mcp', () => {
  it('may be absent', async () => {
    expect((await post(listing)).status).toBe(200);
  });

  it.each(['Bearer guessed', 'Bearer', 'Basic YTpi', 'guessed'])(
    'is refused as %j',
    async (authorization) => {
      const response = await post(listing, { authorization });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect([response.status, await response.json()]).toMatchObject([401, { code: 'UNAUTHENTICATED' }]);
    },
  );

  it('is refused where it is of the management API, in a sentence that says which is wanted', async () => {
    const { workspace } = await api.newOwner();
    const response = await post(listing, { authorization: `Bearer ${workspace.token}` });
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { hint: expect.stringContaining('those of the management API do not open it') },
    ]);
    const operator = await post(listing, { authorization: `Bearer ${api.config.ADMIN_TOKEN}` });
    expect(operator.status).toBe(401);
  });

  it('opens nothing once it is deleted', async () => {
    const { manage } = await api.newOwner();
    const { id, token } = await tokenOf(manage);
    expect((await post(listing, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await manage('DELETE', `/tokens/${id}`)).status).toBe(204);
    expect((await post(listing, { authorization: `Bearer ${token}` })).status).toBe(401);
  });
});

describe('the origin of a request to /mcp', () => {
  it('may be that of the service', async () => {
    expect((await post(listing, { origin: 'http://localhost:8080' })).status).toBe(200);
  });

  it.each(['https://evil.example', 'null', 'http://localhost:8081', 'http://localhost:8080.evil.example'])(
    'is refused as %s, whatever the token',
    async (origin) => {
      const { token } = await tokenOf((await api.newOwner()).manage);
      const response = await post(listing, { origin, authorization: `Bearer ${token}` });
      expect([response.status, await response.json()]).toMatchObject([403, { code: 'ORIGIN_NOT_ALLOWED' }]);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it.each([
    ['evil.example:8080', 403],
    ['localhost.evil.example', 403],
    ['localhost:8080', 200],
    ['[::1]:8080', 200],
  ])('cannot hide behind the host name %s', async (host, status) => {
    const sent = request(`${api.url}/mcp`, { method: 'POST', headers: { ...usual, host } });
    sent.end(JSON.stringify(listing));
    const response = await new Promise<IncomingMessage>((resolve) => sent.once('response', resolve));
    await text(response);
    expect(response.statusCode).toBe(status);
  });
});

describe('a request to /mcp', () => {
  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('by %s is refused', async (method) => {
    const response = await fetch(`${api.url}/mcp`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([
    ['a batch', [listing, listing], 400],
    ['no JSON', '{', 400],
    ['a body beyond the limit', `"${'x'.repeat(16_000_001)}"`, 413],
    ['nothing', '', 400],
    ['a number', 7, 400],
    ['nesting without end', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 400],
  ])('with %s is refused', async (_, body, status) => {
    expect((await post(body)).status).toBe(status);
  });

  it('with another type of content is refused', async () => {
    expect((await post(listing, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('cannot hold a stream open', async () => {
    await using mcp = await mcpClient(api.url);
    await expect(mcp.client.listen({ toolsListChanged: true })).rejects.toThrow('limit');
  });

  it('counts to the requests a minute of its token', async () => {
    await using busy = await startApi({ MANAGE_REQUESTS_PER_MINUTE: '60' });
    const { token } = await tokenOf((await busy.newOwner()).manage);
    const ask = () =>
      fetch(`${busy.url}/mcp`, {
        method: 'POST',
        headers: { ...usual, authorization: `Bearer ${token}` },
        body: JSON.stringify(listing),
      });
    const statuses = [];
    for (let calls = 0; calls < 61; calls++) statuses.push((await ask()).status);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 429]);
  });
});
