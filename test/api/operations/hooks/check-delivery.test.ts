import { createHmac } from 'node:crypto';

import { sign as signAsGitHub } from '@octokit/webhooks-methods';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startOwnRedis } from '#test/support/own-redis.ts';
import { redisContent } from '#test/support/redis-content.ts';
import { startApi } from '#test/support/service.ts';

let redis: Awaited<ReturnType<typeof startOwnRedis>>;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  redis = await startOwnRedis();
  api = await startApi({ REDIS_URL: redis.url });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

const json = { 'content-type': 'application/json' };
const secret = 'a secret of GitHub';
type Content = Parameters<Awaited<ReturnType<typeof api.newOwner>>['newAutomation']>[0] & {
  readonly condition?: string;
  readonly eventIdFrom?: string;
  readonly order?: string;
};

async function hookOf(content: Content = {}) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation(content);
  const send =
    (to: string) =>
    async (body: string, headers: Readonly<Record<string, string>> = json) => {
      const response = await fetch(to, { method: 'POST', body, headers });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
  return {
    ...owner,
    automation,
    check: send(`${automation.hook}/check`),
    deliver: send(automation.hook),
    change: async (path: string, body?: object) =>
      expect((await owner.manage(body === undefined ? 'POST' : 'PATCH', path, body)).status).toBe(200),
  };
}

const body = '{"order":{"id":7,"total":120}}';

describe('a check of a delivery', () => {
  test('that names no reference is unknown where its runs are ordered by one', async () => {
    const { check } = await hookOf({ order: 'reference' });
    expect(await check(body)).toMatchObject({
      status: 422,
      body: { verdict: 'unknown', missing: ['reference'] },
    });
    expect(await check(body, { ...json, 'x-service-reference': 'Order 7' })).toMatchObject({
      status: 200,
      body: { verdict: 'run', missing: [] },
    });
  });

  test('that would run says by which id it would be known', async () => {
    const { check } = await hookOf({ condition: 'body.order.total > 100' });
    expect(await check(body, { ...json, 'x-service-event-id': 'e-1' })).toEqual({
      status: 200,
      body: {
        verdict: 'run',
        reason: null,
        signature: 'none',
        eventId: 'e-1',
        eventIdSource: 'header',
        filter: { matched: true, evidence: 'order.total was 120' },
        missing: [],
        drift: [],
      },
    });
  });

  test('that the condition skips says why', async () => {
    const { check } = await hookOf({ condition: 'body.order.total > 200' });
    expect(await check(body)).toMatchObject({
      status: 200,
      body: {
        verdict: 'skip',
        reason: 'filter',
        filter: { matched: false, evidence: 'order.total was 120' },
      },
    });
  });

  test('is unknown where the condition lacks a field, and names it', async () => {
    const { check } = await hookOf({ condition: 'body.order.total > 100 && body.order.status == "paid"' });
    expect(await check(body)).toMatchObject({
      status: 422,
      body: {
        verdict: 'unknown',
        reason: 'order.status is missing',
        filter: { matched: null, evidence: 'order.status is missing' },
        missing: ['body.order.status'],
      },
    });
  });

  test('is unknown where the plan lacks a field, and names it', async () => {
    const { check } = await hookOf({ plan: { answer: 'Paid by {{ body.order.customer }}' } });
    expect(await check(body)).toMatchObject({
      status: 422,
      body: { verdict: 'unknown', filter: { matched: true }, missing: ['body.order.customer'] },
    });
  });

  test('is unknown where it names no reference that the plan needs', async () => {
    const { check } = await hookOf({ plan: { answer: 'About {{ reference }}' } });
    expect(await check(body)).toMatchObject({
      status: 422,
      body: { verdict: 'unknown', missing: ['reference'] },
    });
    const named = { ...json, 'x-service-reference': 'order 7' };
    expect(await check(body, named)).toMatchObject({ status: 200, body: { verdict: 'run', missing: [] } });
  });

  test('is unknown where only a model can read the filter, or JSON is broken', async () => {
    const english = await hookOf({ filter: 'Only run when the customer sounds angry.' });
    expect(await english.check(body)).toMatchObject({
      status: 422,
      body: { verdict: 'unknown', filter: { matched: null }, missing: [] },
    });
    const { check } = await hookOf({ condition: 'body.order.total > 100' });
    expect(await check(body.slice(0, -1))).toMatchObject({
      status: 422,
      body: { verdict: 'unknown', reason: expect.stringContaining('JSON') },
    });
  });

  test('is unknown where there is neither a plan nor a model', async () => {
    const { check } = await hookOf({ instructions: 'Be nice to people.' });
    expect(await check(body)).toMatchObject({
      status: 422,
      body: { verdict: 'unknown', reason: 'there is neither a plan nor a model', filter: { matched: true } },
    });
  });

  test('is a duplicate where its event was taken, and is not counted as one', async () => {
    const hook = await hookOf();
    const taken = await hook.deliver(body);
    expect(await hook.check(body)).toMatchObject({
      status: 200,
      body: { verdict: 'duplicate', eventIdSource: 'payload' },
    });
    const path = `/deliveries/${String(taken.body['deliveryId'])}`;
    expect(await (await hook.manage('GET', path)).json()).toMatchObject({ repeats: [] });
  });

  test('takes no event id: the delivery after it is the first', async () => {
    const hook = await hookOf();
    expect(await hook.check(body)).toMatchObject({ body: { verdict: 'run' } });
    expect(await hook.deliver(body)).toMatchObject({ body: { status: 'accepted' } });
  });

  test('at an automation that is paused, or whose budget is used up, would be skipped', async () => {
    const hook = await hookOf();
    await hook.change(`/automations/${hook.automation.id}/pause`);
    expect(await hook.check(body)).toMatchObject({
      status: 200,
      body: { verdict: 'skip', reason: 'paused' },
    });
    const spent = await hookOf({ budget: { runs: 1 } });
    await spent.deliver('{"first":true}');
    expect(await spent.check(body)).toMatchObject({
      status: 200,
      body: { verdict: 'skip', reason: 'budget' },
    });
  });

  test('with a honeypot that is filled in would be skipped', async () => {
    const { check } = await hookOf({ form: { honeypot: 'website' } });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await check('website=x', form)).toMatchObject({ body: { verdict: 'skip', reason: 'honeypot' } });
    expect(await check('website=', form)).toMatchObject({ body: { verdict: 'run' } });
  });

  test('with an event id that is too long would be refused', async () => {
    const { check } = await hookOf();
    expect(await check(body, { ...json, 'x-service-event-id': 'x'.repeat(256) })).toMatchObject({
      status: 422,
      body: {
        verdict: 'refused',
        reason: expect.stringContaining('255'),
        eventId: null,
        eventIdSource: null,
      },
    });
  });

  test('says that the event id is not where its owner said', async () => {
    const { check } = await hookOf({ eventIdFrom: '/order/number' });
    expect(await check(body)).toMatchObject({
      body: { eventIdSource: 'payload', drift: ['there is no event id at `/order/number`'] },
    });
  });
});

describe('a check at an automation with a signing secret', () => {
  const signed = async (text: string, key = secret) => ({
    ...json,
    'x-github-event': 'issues',
    'x-github-delivery': 'd-1',
    'x-hub-signature-256': await signAsGitHub(key, text),
  });

  test('that is not signed is told its signature alone, and the owner nothing', async () => {
    const hook = await hookOf({ sender: 'github', signingSecret: secret, condition: 'body.a == 1' });
    expect(await hook.check(body)).toEqual({
      status: 422,
      body: { signature: 'missing: It has no x-hub-signature-256. Was it sent by GitHub?' },
    });
    expect(await hook.check(body, await signed(body, 'another secret'))).toEqual({
      status: 422,
      body: { signature: expect.stringMatching(/^wrong: .*with another secret/) },
    });
    expect(await (await hook.manage('GET', `/automations/${hook.automation.id}`)).json()).toMatchObject({
      signatures: { refused: 0, lastRefused: null },
    });
  });

  test('that is signed is told everything', async () => {
    const hook = await hookOf({ sender: 'github', signingSecret: secret });
    expect(await hook.check(body, await signed(body))).toMatchObject({
      status: 200,
      body: { verdict: 'run', signature: 'verified', eventId: 'd-1', eventIdSource: 'sender' },
    });
  });

  test('is unverified where the sender signs and there is no secret', async () => {
    const { check } = await hookOf({ sender: 'github' });
    expect(await check(body)).toMatchObject({ body: { verdict: 'run', signature: 'unverified' } });
  });
});

describe('the drift of a check', () => {
  const seen = { number: { count: 3, first: 1, last: 1 } };
  const text = { text: { count: 3, first: 1, last: 1 } };
  const object = { object: { count: 3, first: 1, last: 1 } };

  test('says which fields are of another type, or missing, than in earlier deliveries', async () => {
    const { check, automation, workspace } = await hookOf();
    await api.redis.hSet(`{${workspace.id}}:automation:${automation.id}:shapes`, {
      '|/order': JSON.stringify(object),
      '|/order/total': JSON.stringify(seen),
      '|/order/status': JSON.stringify(text),
      '|/refund/total': JSON.stringify(seen),
      'other|/order/shop': JSON.stringify(text),
    });
    expect(await check('{"order":{"total":"120","id":7}}')).toMatchObject({
      status: 200,
      body: {
        verdict: 'run',
        drift: ['`order.total` was a number, is a text', '`order.status` was a text, is missing or null'],
      },
    });
    expect(await check('order=7')).toMatchObject({ body: { drift: ['the body was JSON, is none'] } });
  });
});

describe('the hook itself', () => {
  test('answers where no delivery is judged', async () => {
    const hook = await hookOf();
    const get = await fetch(`${hook.automation.hook}/check`);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    const unknown = await fetch(`${api.url}/hooks/unknown/check`, { method: 'POST' });
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'UNKNOWN_WEBHOOK' }]);
    expect(await hook.check('x'.repeat(1_000_001))).toMatchObject({ status: 413 });
    await hook.manage('DELETE', `/automations/${hook.automation.id}`);
    expect((await hook.check(body)).status).toBe(410);
  });

  test('counts a check as a request at its URL, and nothing else is kept', async () => {
    const hook = await hookOf({ condition: 'body.order.total > 100' });
    const contentOfWorkspace = async () =>
      [...(await redisContent(api.redis))].filter(([key]) => key.includes(hook.workspace.id));
    const before = await contentOfWorkspace();
    for (const text of [body, '{"order":{"total":1}}', '{}', '{']) await hook.check(text);
    const after = await contentOfWorkspace();
    const isCount = ([key]: readonly [string, string]) => key.endsWith(':requests');
    expect(after.filter(isCount).map(([, value]) => value)).toEqual(['"4"']);
    expect(new Map(after.filter((entry) => !isCount(entry)))).toEqual(new Map(before));
  });

  test('refuses a flood of checks', async () => {
    const hook = await hookOf();
    const answers = await Promise.all(Array.from({ length: 610 }, () => hook.check(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('a signature that was made in another way', () => {
  const hmac = (algorithm: string, encoding: 'hex' | 'base64', signed: string) =>
    createHmac(algorithm, secret).update(signed).digest(encoding);

  test.each([
    ['with SHA-1, not SHA-256', hmac('sha1', 'hex', body)],
    ['in base64, not hexadecimal', hmac('sha256', 'base64', body)],
    ['with SHA-512, not SHA-256 and in base64, not hexadecimal', hmac('sha512', 'base64', body)],
  ])('is said to be signed %s', async (how, signature) => {
    const { check } = await hookOf({ sender: 'github', signingSecret: secret });
    expect(await check(body, { ...json, 'x-hub-signature-256': `sha256=${signature}` })).toEqual({
      status: 422,
      body: { signature: `wrong: It is signed ${how}.` },
    });
  });

  test('is right for the URL of the hook and for that of the check', async () => {
    const { check, automation } = await hookOf({ sender: 'square', signingSecret: secret });
    const signedFor = (url: string) => ({
      ...json,
      'x-square-hmacsha256-signature': hmac('sha256', 'base64', `${url}${body}`),
    });
    const right = { status: 200, body: { verdict: 'run', signature: 'verified' } };
    expect(await check(body, signedFor(automation.url))).toMatchObject(right);
    expect(await check(body, signedFor(`${automation.url}/check`))).toMatchObject(right);
    expect(await check(body, signedFor(`${automation.url}/other`))).toMatchObject({
      status: 422,
      body: { signature: expect.stringContaining('address') },
    });
  });
});
