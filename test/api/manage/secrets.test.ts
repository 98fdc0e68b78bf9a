import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { keys } from '#store/records/index.ts';
import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

type Json = Readonly<Record<string, unknown>> & { readonly items: readonly Json[] };

const value = 'T000/B000/s3cr3tOfSlack';
const slack = { name: 'slack', value, domains: ['https://HOOKS.slack.com/services', '*.example.com'] };

async function newOwner() {
  const owner = await api.newOwner();
  async function call(method: string, path = '', body?: object) {
    const response = await owner.manage(method, `/secrets${path}`, body);
    const text = await response.text();
    return { status: response.status, text, json: (text === '' ? {} : JSON.parse(text)) as Json };
  }
  return { ...owner, call };
}

describe('POST /manage/secrets', () => {
  it('stores a secret for its domains, sealed, and never shows the value', async () => {
    const { call, workspace } = await newOwner();
    const { status, json, text } = await call('POST', '', slack);
    expect([status, json]).toEqual([
      201,
      {
        name: 'slack',
        domains: ['*.example.com', 'hooks.slack.com'],
        createdAt: expect.any(String),
        updatedAt: json['createdAt'],
        lastUsedAt: null,
      },
    ]);
    const stored = JSON.stringify(await api.redis.hGetAll(keys.secrets(workspace.id)));
    expect(text + stored + (await call('GET')).text).not.toContain('s3cr3t');
    expect((await call('GET')).json).toEqual({ items: [json], nextCursor: null });
  });

  it('answers 409 to a name that is taken', async () => {
    const { call } = await newOwner();
    await call('POST', '', slack);
    expect(await call('POST', '', slack)).toMatchObject({ status: 409, json: { code: 'SECRET_EXISTS' } });
  });

  it.each([
    [{ domains: [] }, 'INVALID_DOMAIN'],
    [{ domains: ['*.com'] }, 'INVALID_DOMAIN'],
    [{ domains: ['*.github.io'] }, 'INVALID_DOMAIN'],
    [{ domains: ['a b'] }, 'INVALID_DOMAIN'],
    [{ domains: undefined }, 'INVALID_REQUEST'],
    [{ name: 'Slack' }, 'INVALID_REQUEST'],
    [{ name: 'a.b' }, 'INVALID_REQUEST'],
    [{ value: 'short' }, 'INVALID_REQUEST'],
    [{ value: 'two\nlines of it' }, 'INVALID_REQUEST'],
    [{ value: undefined }, 'INVALID_REQUEST'],
  ])('answers 400 to %j', async (change, code) => {
    const { call } = await newOwner();
    const { status, json, text } = await call('POST', '', { ...slack, ...change });
    expect([status, json['code']]).toEqual([400, code]);
    expect(text).not.toContain('s3cr3t');
  });
});

describe('PATCH and DELETE /manage/secrets/{name}', () => {
  it('replaces the value, and asks for it again where a domain is added', async () => {
    const { call } = await newOwner();
    await call('POST', '', slack);
    expect((await call('PATCH', '/slack', { value: 'another-value' })).status).toBe(200);
    expect(await call('PATCH', '/slack', { domains: ['hooks.slack.com'] })).toMatchObject({
      status: 200,
      json: { domains: ['hooks.slack.com'] },
    });
    const wider = { domains: ['hooks.slack.com', 'evil.example'] };
    expect(await call('PATCH', '/slack', wider)).toMatchObject({
      status: 400,
      json: { code: 'INVALID_REQUEST', message: expect.stringContaining('needs the value again') },
    });
    expect(await call('PATCH', '/slack', { ...wider, value })).toMatchObject({
      json: { domains: ['evil.example', 'hooks.slack.com'] },
    });
  });

  it('answers 404 to a name that there is not, also of another workspace', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    await owner.call('POST', '', slack);
    for (const name of ['slack', 'none', 'Not-A-Name']) {
      expect((await other.call('PATCH', `/${name}`, { value })).status).toBe(404);
      expect((await other.call('DELETE', `/${name}`)).status).toBe(404);
    }
    expect((await other.call('GET')).json.items).toEqual([]);
    expect((await owner.call('DELETE', '/slack')).status).toBe(204);
    expect((await owner.call('GET')).json.items).toEqual([]);
  });
});

describe('GET /manage/secrets', () => {
  it('lists newest first, page by page', async () => {
    const { call } = await newOwner();
    for (const name of ['a', 'b', 'c']) await call('POST', '', { ...slack, name });
    const whole = (await call('GET')).json.items.map(({ name }) => String(name));
    expect(new Set(whole)).toEqual(new Set(['a', 'b', 'c']));
    const first = (await call('GET', '?limit=2')).json;
    const second = (await call('GET', `?limit=2&cursor=${String(first['nextCursor'])}`)).json;
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(whole);
    expect(second['nextCursor']).toBeNull();
  });

  it('shows one whose record is damaged without domains, so that it can be replaced', async () => {
    const { call, workspace } = await newOwner();
    await call('POST', '', slack);
    await api.redis.hSet(keys.secrets(workspace.id), 'slack', '{"domains":"no list"}');
    expect((await call('GET')).json.items).toMatchObject([{ name: 'slack', domains: [] }]);
    expect((await call('DELETE', '/slack')).status).toBe(204);
    expect((await call('POST', '', slack)).status).toBe(201);
  });
});

describe('a request of the owner', () => {
  it('has the value in its place, and neither answer nor log shows it', async () => {
    await using target = await httpTarget(({ url, headers }, response) => {
      response.end(JSON.stringify({ url, key: headers['x-key'] }));
    });
    const { call, manage } = await newOwner();
    await call('POST', '', { ...slack, domains: ['127.0.0.1'] });
    const agents = (await (await manage('GET', '/agents')).json()) as Json;
    const base = `/agents/${String(agents.items[0]?.['id'])}`;
    const url = `${target.url}/services/{{secret.slack}}`;
    const send = () =>
      manage('POST', `${base}/requests`, { method: 'GET', url, headers: { 'X-Key': '{{secret.slack}}' } });
    const check = async (address: string) =>
      (await (
        await manage('POST', `${base}/network-access/check`, { method: 'GET', url: address })
      ).json()) as Json;
    expect((await send()).status).toBe(403);
    await manage('POST', `${base}/network-access`, { domain: '127.0.0.1' });
    expect(await check(url)).toMatchObject({ allowed: true, ground: 'policy' });
    expect(await check(`${target.url}/{{secret.nobody}}`)).toMatchObject({ ground: 'secret-unknown' });
    const answer = await send();
    const shown = await answer.text();
    expect([answer.status, target.received.map((one) => [one.url, one.headers['x-key']])]).toEqual([
      200,
      [[`/services/${value}`, value]],
    ]);
    const log = await (await manage('GET', `${base}/network-access/log`)).text();
    expect(shown + log).not.toContain('s3cr3t');
    expect(JSON.parse(log)).toMatchObject({ items: [{ secrets: ['slack'] }, { ground: 'host' }] });
    expect((await call('GET')).json.items).toMatchObject([{ lastUsedAt: expect.any(String) }]);
  });
});

it('the export names a secret, without its value', async () => {
  const { call, manage } = await newOwner();
  await call('POST', '', slack);
  const text = await (await manage('GET', '/export')).text();
  expect(text).toContain('{"kind":"secret","name":"slack"');
  expect(text).not.toContain('s3cr3t');
});
