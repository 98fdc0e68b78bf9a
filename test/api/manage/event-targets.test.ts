import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { events } from '#contracts/events.ts';
import type { EventTarget } from '#contracts/event-target.ts';
import { newId } from '#domain/ids.ts';
import { createVault } from '#store/secret/vault.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createSealedSecrets } from '#store/secret/sealed-secrets.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

type Owner = Awaited<ReturnType<typeof api.newOwner>>;

const url = 'https://example.com/events';

async function create({ manage }: Owner, given: object = {}) {
  const response = await manage('POST', '/event-targets', { url, ...given });
  expect(response.status).toBe(201);
  return (await response.json()) as EventTarget & { secret: string };
}

const refusalOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as object),
});
const listed = async ({ manage }: Owner) => await (await manage('GET', '/event-targets')).json();

describe('POST /manage/event-targets', () => {
  it('makes a target of every event, whose secret is shown once and stored sealed', async () => {
    const owner = await api.newOwner();
    const { secret, ...target } = await create(owner, { url: ` ${url} ` });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(target).toEqual({
      id: expect.stringMatching(/^etg_/),
      url,
      approvalLinks: false,
      events: [
        'run.finished',
        'run.waiting',
        'delivery.refused',
        'automation.changed',
        'case.broken',
        'connection.broken',
      ],
      state: 'on',
      formerSecretUntil: null,
      lastAttempt: null,
      createdAt: target.updatedAt,
      updatedAt: target.updatedAt,
    });
    expect(await listed(owner)).toEqual({ items: [target], nextCursor: null });
    const keys = await api.redis.keys(`{${owner.workspace.id}}:events:target:*`);
    expect(JSON.stringify(await Promise.all(keys.map((key) => api.redis.hGetAll(key))))).not.toContain(
      secret.slice('whsec_'.length),
    );
  });

  it.each([
    ['an unknown kind', { events: ['run.begun'] }],
    ['a test as a kind', { events: ['event.test'] }],
    ['no kind', { events: [] }],
    ['a slip in a member', { event: ['run.finished'] }],
    ['no URL', { url: undefined }],
  ])('refuses %s', async (_, given) => {
    const owner = await api.newOwner();
    const refusal = await refusalOf(await owner.manage('POST', '/event-targets', { url, ...given }));
    expect(refusal).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  });

  it.each([
    '',
    'example.com/events',
    'http://example.com/events',
    'https://user:password@example.com/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
  ])('refuses to post to %j, also by a change', async (refused) => {
    const owner = await api.newOwner();
    const { id } = await create(owner);
    const expected = {
      status: 400,
      code: 'INVALID_EVENT_URL',
      message: expect.stringMatching(/^url .*[^.]$/),
    };
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${id}`],
    ] as const)
      expect(
        await refusalOf(await owner.manage(method, `/event-targets${path}`, { url: refused })),
      ).toMatchObject(expected);
  });

  it('makes ten of them and no more', async () => {
    const owner = await api.newOwner();
    for (let n = 0; n < 10; n += 1) await create(owner);
    expect(await refusalOf(await owner.manage('POST', '/event-targets', { url }))).toMatchObject({
      status: 409,
      code: 'EVENT_TARGETS_FULL',
    });
  });
});

describe('a target', () => {
  it('is changed and deleted with its log, by its own workspace alone', async () => {
    const owner = await api.newOwner();
    const { id } = await create(owner);
    const change = { events: ['run.finished', 'run.finished'], state: 'off' };
    const changed = await owner.manage('PATCH', `/event-targets/${id}`, change);
    expect(await changed.json()).toMatchObject({ id, url, events: ['run.finished'], state: 'off' });
    const other = await api.newOwner();
    const eventId = newId('event');
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/test'],
      ['GET', '/attempts'],
      ['POST', `/attempts/${eventId}/send`],
    ] as const)
      expect(
        (await other.manage(method, `/event-targets/${id}${path}`, method === 'PATCH' ? {} : undefined))
          .status,
      ).toBe(404);
    expect((await owner.manage('POST', `/event-targets/${id}/attempts/${eventId}/send`)).status).toBe(404);
    expect((await owner.manage('DELETE', `/event-targets/${id}`)).status).toBe(204);
    expect(await listed(owner)).toMatchObject({ items: [] });
    expect((await owner.manage('DELETE', `/event-targets/${id}`)).status).toBe(404);
    expect(await api.redis.keys(`{${owner.workspace.id}}:events:target*`)).toEqual([]);
  });

  it('is exported with its events and without its secrets', async () => {
    const owner = await api.newOwner();
    const { secret, lastAttempt: _, ...target } = await create(owner, { url: 'http://127.0.0.1:59999/' });
    const test = await owner.manage('POST', `/event-targets/${target.id}/test`);
    const event = (await test.json()) as object;
    const text = await (await owner.manage('GET', '/export')).text();
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string });
    expect(lines.filter(({ kind }) => kind === 'eventTarget' || kind === 'event')).toEqual([
      { kind: 'eventTarget', ...target },
      { kind: 'event', targetId: target.id, ...event },
    ]);
    expect(text).not.toContain(secret.slice('whsec_'.length));
  });

  it('has its secrets wrapped anew when the master key is rotated', async () => {
    const owner = await api.newOwner();
    const { id } = await create(owner);
    await owner.manage('POST', `/event-targets/${id}/secret`);
    const { redis } = api;
    const vault = createVault(api.config.MASTER_KEYS);
    const { ofWorkspace } = createSealedSecrets({
      redis,
      workspaces: createWorkspaces({ redis }),
      policies: createPolicyStore({ redis, vault }),
    });
    const places = (await Array.fromAsync(ofWorkspace(owner.workspace.id))).map(({ place }) => place);
    expect(places).toEqual([`secret of event target ${id}`, `former secret of event target ${id}`]);
  });
});

describe('POST /manage/event-targets/{targetId}/test', () => {
  it('posts a signed test once, also where the target is off, and says what came of it', async () => {
    await using target = await httpTarget();
    const owner = await api.newOwner();
    const { id, secret } = await create(owner, { url: target.url, events: ['run.finished'] });
    await owner.manage('PATCH', `/event-targets/${id}`, { state: 'off' });
    const test = (await (await owner.manage('POST', `/event-targets/${id}/test`)).json()) as object;
    expect(test).toMatchObject({ type: 'event.test', state: 'delivered', tries: [{ status: 200 }] });
    const { body, headers } = target.received[0]!;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'event.test',
      data: { workspaceId: owner.workspace.id, targetId: id },
    });
    expect(await listed(owner)).toMatchObject({ items: [{ lastAttempt: test }] });
  });

  it('says why it failed, and tries no more; at most ten an hour', async () => {
    const owner = await api.newOwner();
    const { id } = await create(owner, { url: 'http://127.0.0.1:59999/events' });
    for (let n = 0; n < 10; n += 1)
      expect(await (await owner.manage('POST', `/event-targets/${id}/test`)).json()).toMatchObject({
        state: 'failed',
        nextTryAt: null,
        tries: [{ status: null, error: expect.stringMatching(/refused/) }],
      });
    const refused = await owner.manage('POST', `/event-targets/${id}/test`);
    expect([refused.headers.has('retry-after'), await refusalOf(refused)]).toMatchObject([
      true,
      { status: 429, code: 'ALERT_TESTS_EXCEEDED' },
    ]);
  });
});

it('the reference has every kind of event as a webhook, with the schema of its body', async () => {
  const document = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
    webhooks: Record<
      string,
      { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }
    >;
    components: { schemas: Record<string, { properties: { type: object; data: { required: string[] } } }> };
  };
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(events));
  const { $ref } = document.webhooks['run.finished']!.post.requestBody.content['application/json']!.schema;
  const { type, data } = document.components.schemas[$ref.split('/').at(-1)!]!.properties;
  expect(type).toMatchObject({ const: 'run.finished' });
  expect(data.required).toEqual(
    expect.arrayContaining(['deliveryId', 'outcome', 'answer', 'answerTruncated']),
  );
});
