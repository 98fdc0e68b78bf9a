import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const secret = 'sk_live_0123456789';

async function newAgent() {
  const { manage } = await api.newOwner();
  const { items } = (await (await manage('GET', '/agents')).json()) as { items: { id: string }[] };
  const base = `/agents/${items[0]?.id}`;
  async function send(request: object) {
    const response = await manage('POST', `${base}/requests`, request);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  }
  const allow = (body: object) => manage('POST', `${base}/network-access`, body);
  async function log() {
    const response = await manage('GET', `${base}/network-access/log`);
    return ((await response.json()) as { items: Record<string, unknown>[] }).items;
  }
  return { send, allow, log };
}

describe('POST /manage/agents/{agentId}/requests', () => {
  it('sends the request with the configured header and shows the answer without it', async () => {
    await using target = await httpTarget(({ headers }, response) => {
      response.writeHead(418, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ youSent: headers['x-key'] }));
    });
    const { send, allow, log } = await newAgent();
    await allow({ domain: '127.0.0.1', headerName: 'X-Key', headerValue: secret });
    const { status, json } = await send({ method: 'POST', url: `${target.url}/a`, body: { b: 1 } });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      status: 418,
      body: '{"youSent":"[redacted]"}',
      truncated: false,
      attachedHeaders: ['X-Key'],
    });
    expect(target.received).toMatchObject([
      { method: 'POST', body: '{"b":1}', headers: { 'x-key': secret } },
    ]);
    expect(await log()).toMatchObject([{ allowed: true, host: '127.0.0.1', status: 418, redactions: 1 }]);
  });

  it('answers 403 with the exact sentence to a host that is not listed, and writes it down', async () => {
    const { send, log } = await newAgent();
    const { status, json } = await send({ method: 'GET', url: 'https://API.example.com.:8443/x' });
    const message = "Outbound request to 'api.example.com' is not allowed";
    expect([status, json]).toMatchObject([403, { code: 'OUTBOUND_NOT_ALLOWED', message, error: message }]);
    expect(await log()).toMatchObject([
      { allowed: false, ground: 'host', host: 'api.example.com', port: 8443 },
    ]);
  });

  it('uses a policy from the moment it is saved until it is deleted', async () => {
    await using target = await httpTarget();
    const { send, allow } = await newAgent();
    expect((await send({ method: 'GET', url: target.url })).status).toBe(403);
    await allow({ domain: '127.0.0.1' });
    expect((await send({ method: 'GET', url: target.url })).status).toBe(200);
  });

  it.each([
    [{}],
    [{ method: 'GET' }],
    [{ method: 'PUT', url: 'https://example.com/' }],
    [{ method: 'GET', url: 'example.com' }],
    [{ method: 'GET', url: 'https://user:pass@example.com/' }],
    [{ method: 'GET', url: 'https://example.com/', headers: { Host: 'evil.com' } }],
    [{ method: 'GET', url: 'https://example.com/', headers: ['a'] }],
    [{ method: 'POST', url: 'https://example.com/', body: 'a'.repeat((1 << 20) + 1) }],
  ])('answers 400 to a malformed request', async (request) => {
    const { status, json } = await (await newAgent()).send(request);
    expect([status, json['code']]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('answers 502 where nobody answers', async () => {
    const gone = await httpTarget();
    await gone[Symbol.asyncDispose]();
    const { send, allow } = await newAgent();
    await allow({ domain: '127.0.0.1' });
    const { status, json } = await send({ method: 'GET', url: gone.url });
    expect([status, json['code']]).toEqual([502, 'OUTBOUND_FAILED']);
  });
});
