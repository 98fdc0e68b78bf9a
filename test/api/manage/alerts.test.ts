import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AlertRuleWithSecret } from '#contracts/alert.ts';
import { newId } from '#domain/ids.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({ SMTP_URL: 'smtp://127.0.0.1:9' });
});
afterAll(() => api[Symbol.asyncDispose]());

type Owner = Awaited<ReturnType<typeof api.newOwner>>;

const webhook = { kind: 'webhook', url: 'https://example.com/alerts' };
const usual = { name: 'On call', condition: { kind: 'first_failure' }, channel: webhook };

async function create({ manage }: Owner, given: object = {}): Promise<AlertRuleWithSecret> {
  const response = await manage('POST', '/alerts', { ...usual, ...given });
  expect(response.status).toBe(201);
  return (await response.json()) as AlertRuleWithSecret;
}

const itemsOf = async (response: Response) => ((await response.json()) as { items: unknown[] }).items;
const refusalOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as object),
});

/** Everything that the store holds of a workspace, as text. */
async function storedOf(owner: Owner): Promise<string> {
  const found = await api.redis.keys(`*${owner.workspace.id}*`);
  const hashes = await Promise.all(
    found.map(async (key) => ((await api.redis.type(key)) === 'hash' ? await api.redis.hGetAll(key) : key)),
  );
  return JSON.stringify(hashes);
}

describe('POST /manage/alerts', () => {
  it('makes a rule whose secret is shown once and stored sealed', async () => {
    const owner = await api.newOwner();
    const { secret, ...rule } = await create(owner, { name: ' On call ' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rule).toMatchObject({
      id: expect.stringMatching(/^alr_/),
      name: 'On call',
      automationId: null,
      condition: { kind: 'first_failure' },
      channel: { ...webhook, hasSecret: true },
      state: 'on',
      lastAlert: null,
    });
    const read = await owner.manage('GET', `/alerts/${rule.id}`);
    expect(await read.json()).toEqual(rule);
    expect(await itemsOf(await owner.manage('GET', '/alerts'))).toEqual([rule]);
    expect(await storedOf(owner)).not.toContain(secret?.slice('whsec_'.length));
  });

  it('makes a rule for one automation that sends e-mails, without a secret', async () => {
    const owner = await api.newOwner();
    const { id: automationId } = await owner.newAutomation();
    const channel = { kind: 'email', to: ' ada@example.com ' };
    const rule = await create(owner, {
      automationId,
      condition: { kind: 'failures', count: 3, minutes: 10 },
      channel,
    });
    expect(rule).toMatchObject({
      automationId,
      channel: { kind: 'email', to: 'ada@example.com' },
      secret: null,
    });
  });

  it.each([
    ['a blank name', { name: ' ' }],
    ['no condition', { condition: undefined }],
    ['an unknown condition', { condition: { kind: 'never' } }],
    ['no failures', { condition: { kind: 'failures', count: 0, minutes: 10 } }],
    ['too many failures', { condition: { kind: 'failures', count: 101, minutes: 10 } }],
    ['more than a day', { condition: { kind: 'failures', count: 1, minutes: 1441 } }],
    ['a silence of four minutes', { condition: { kind: 'silence', minutes: 4 } }],
    ['no refusals', { condition: { kind: 'refused', count: 0, minutes: 10 } }],
    ['held deliveries without a measure', { condition: { kind: 'held' } }],
    ['an unknown channel', { channel: { kind: 'pager' } }],
    ['a slip in a member', { automationID: 'x' }],
  ])('refuses %s', async (_, given) => {
    const owner = await api.newOwner();
    const refusal = await refusalOf(await owner.manage('POST', '/alerts', { ...usual, ...given }));
    expect(refusal).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  });

  it.each([
    '',
    'example.com/alerts',
    'ftp://example.com/',
    'http://example.com/alerts',
    'https://user:password@example.com/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://example.com:25/',
    'http://10.0.0.1/',
  ])('refuses to post to %j', async (url) => {
    const owner = await api.newOwner();
    const body = { ...usual, channel: { kind: 'webhook', url } };
    expect(await refusalOf(await owner.manage('POST', '/alerts', body))).toMatchObject({
      status: 400,
      code: 'INVALID_ALERT_URL',
      message: expect.stringMatching(/^channel\.url .*[^.]$/),
    });
  });

  it('takes a loopback address that the operator opened', async () => {
    const owner = await api.newOwner();
    await create(owner, { channel: { kind: 'webhook', url: 'http://127.0.0.1:1234/alerts' } });
  });

  it('refuses what is no e-mail address', async () => {
    const owner = await api.newOwner();
    const body = { ...usual, channel: { kind: 'email', to: 'ada@example.com\r\nBcc: bob@example.com' } };
    expect(await refusalOf(await owner.manage('POST', '/alerts', body))).toMatchObject({
      status: 400,
      code: 'INVALID_EMAIL',
    });
  });

  it('is 404 for an automation of another workspace, or none', async () => {
    const [owner, other] = [await api.newOwner(), await api.newOwner()];
    const { id } = await other.newAutomation();
    for (const automationId of [id, newId('automation'), 'x:y'])
      expect((await owner.manage('POST', '/alerts', { ...usual, automationId })).status).toBe(404);
  });

  it('makes twenty rules and no more', async () => {
    const owner = await api.newOwner();
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => owner.manage('POST', '/alerts', usual)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(await refusalOf(refused[0]!)).toMatchObject({ status: 409, code: 'ALERT_RULES_FULL' });
  });
});

describe('without SMTP_URL', () => {
  it('a rule with an address is refused, when it is made and when it is changed', async () => {
    await using plain = await startApi();
    const owner = await plain.newOwner();
    const channel = { kind: 'email', to: 'ada@example.com' };
    const { id } = await create(owner);
    for (const [method, path] of [
      ['POST', '/alerts'],
      ['PATCH', `/alerts/${id}`],
    ] as const)
      expect(await refusalOf(await owner.manage(method, path, { ...usual, channel }))).toMatchObject({
        status: 409,
        code: 'EMAIL_NOT_CONFIGURED',
      });
  });
});

describe('PATCH /manage/alerts/{id}', () => {
  it('changes what is given, and keeps the secret with another URL', async () => {
    const owner = await api.newOwner();
    const { secret: _, ...made } = await create(owner);
    const channel = { kind: 'webhook', url: 'https://example.org/x' };
    const response = await owner.manage('PATCH', `/alerts/${made.id}`, { state: 'off', channel });
    expect(await response.json()).toMatchObject({
      ...made,
      state: 'off',
      channel: { ...channel, hasSecret: true },
      secret: null,
      updatedAt: expect.any(String),
    });
  });

  it('forgets the secret of a rule that sends e-mails, and makes one for its first URL', async () => {
    const owner = await api.newOwner();
    const { id, secret } = await create(owner);
    const change = async (channel: object) =>
      (await (await owner.manage('PATCH', `/alerts/${id}`, { channel })).json()) as AlertRuleWithSecret;
    expect(await change({ kind: 'email', to: 'ada@example.com' })).toMatchObject({ secret: null });
    const again = await change(webhook);
    expect(again.secret).toMatch(/^whsec_/);
    expect(again.secret).not.toBe(secret);
  });
});

describe('POST /manage/alerts/{id}/secret', () => {
  it('shows a new one', async () => {
    const owner = await api.newOwner();
    const { id, secret } = await create(owner);
    const response = await owner.manage('POST', `/alerts/${id}/secret`);
    const replaced = (await response.json()) as AlertRuleWithSecret;
    expect(replaced.secret).toMatch(/^whsec_/);
    expect(replaced.secret).not.toBe(secret);
  });

  it('is refused for a rule that sends e-mails', async () => {
    const owner = await api.newOwner();
    const { id } = await create(owner, { channel: { kind: 'email', to: 'ada@example.com' } });
    expect(await refusalOf(await owner.manage('POST', `/alerts/${id}/secret`))).toMatchObject({
      status: 409,
      code: 'ALERT_NOT_SIGNED',
    });
  });
});

describe('the end of a rule', () => {
  it('leaves nothing of it in the store', async () => {
    const owner = await api.newOwner();
    const { id } = await create(owner);
    expect((await owner.manage('DELETE', `/alerts/${id}`)).status).toBe(204);
    expect((await owner.manage('DELETE', `/alerts/${id}`)).status).toBe(404);
    expect(await storedOf(owner)).not.toContain(id);
  });

  it('comes with that of the automation that it watches alone', async () => {
    const owner = await api.newOwner();
    const automation = await owner.newAutomation();
    await create(owner, { automationId: automation.id });
    const { id } = await create(owner);
    await owner.manage('DELETE', `/automations/${automation.id}`);
    expect(await itemsOf(await owner.manage('GET', '/alerts'))).toMatchObject([{ id }]);
  });
});

it.each([
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['POST', '/secret'],
  ['GET', '/log'],
])('%s /manage/alerts/{id}%s is 404 for the rule of another workspace', async (method, path) => {
  const [owner, other] = [await api.newOwner(), await api.newOwner()];
  const { id } = await create(other);
  const body = method === 'PATCH' ? { name: 'Mine' } : undefined;
  expect((await owner.manage(method, `/alerts/${id}${path}`, body)).status).toBe(404);
  expect(await itemsOf(await other.manage('GET', '/alerts'))).toMatchObject([{ id, name: 'On call' }]);
});
