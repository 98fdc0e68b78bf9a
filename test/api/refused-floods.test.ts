import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { limits } from '#domain/limits.ts';
import { senderOf } from '#senders/index.ts';
import { startApi } from '#test/support/service.ts';

const github = senderOf('github')!;

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({ TRUSTED_PROXY_HOPS: '1' });
});
afterAll(() => api[Symbol.asyncDispose]());

const { headers: signed, body, secret = '' } = github.sample;

async function signedHook() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({ sender: 'github', signingSecret: secret });
  const post = (address: string, headers: Readonly<Record<string, string>>) =>
    fetch(automation.hook, { method: 'POST', body, headers: { ...headers, 'x-forwarded-for': address } });
  return { ...owner, automation, post };
}

const batch = 60;
/** A busy machine may need more than a minute for the requests of one: then its next minute is flooded. */
const batchesMax = (4 * limits.refusedRequestsPerMinute) / batch;

/** Sends until some are refused as a flood; how often each status came, but for that of a store that was too busy to answer. */
async function flood(send: () => Promise<Response>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let sent = 0; sent < batchesMax && statuses[429] === undefined; sent += 1)
    for (const { status } of await Promise.all(Array.from({ length: batch + 1 }, send)))
      if (status !== 503) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

const [stranger, bystander] = ['192.0.2.7', '192.0.2.8'];

describe('requests without the right signature', () => {
  test('in a flood keep no signed delivery out, not even one of the same address', async () => {
    const { post, manage, automation } = await signedHook();
    const unsigned = { 'content-type': 'application/json' };
    const statuses = await flood(() => post(stranger, unsigned));
    expect(Object.keys(statuses)).toEqual(['401', '429']);
    expect(statuses[401]).toBeGreaterThanOrEqual(limits.refusedRequestsPerMinute);
    expect((await post(bystander, unsigned)).status).toBe(401);
    for (const address of [stranger, bystander]) {
      const headers = { ...signed, 'x-github-delivery': `of ${address}` };
      const response = await post(address, headers);
      expect([response.status, await response.json()]).toMatchObject([200, { status: 'accepted' }]);
    }
    const stats = (await (await manage('GET', `/automations/${automation.id}/stats`)).json()) as {
      total: { refused: object };
    };
    expect(stats.total.refused).toEqual({
      SIGNATURE_INVALID: (statuses[401] ?? 0) + 1,
      DELIVERY_RATE_EXCEEDED: statuses[429],
    });
  });

  test('are refused in a flood with the time after which it ends', async () => {
    const { post } = await signedHook();
    const unsigned = { 'content-type': 'application/json' };
    await flood(() => post(stranger, unsigned));
    const response = await post(stranger, unsigned);
    expect(await response.json()).toMatchObject({
      code: 'DELIVERY_RATE_EXCEEDED',
      message: 'More than 600 requests a minute of this address at this URL were refused or were handshakes',
    });
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(59);
  });
});

describe('handshakes that nobody signed', () => {
  test('in a flood are refused, and keep no signed delivery out', async () => {
    const owner = await api.newOwner();
    const { hook } = await owner.newAutomation({ sender: 'asana', signingSecret: 'a-secret-of-asana' });
    const post = (address: string, headers: Readonly<Record<string, string>>, text = '{"events":[]}') =>
      fetch(hook, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
      });
    let count = 0;
    const statuses = await flood(() =>
      post(stranger, { 'x-hook-secret': `secret-of-a-stranger-${(count += 1)}` }),
    );
    expect(Object.keys(statuses)).toEqual(['200', '429']);
    expect((await post(bystander, { 'x-hook-secret': 'secret-of-another-one' })).status).toBe(200);
    const event = '{"events":[{"action":"added"}]}';
    const signature = createHmac('sha256', 'a-secret-of-asana').update(event).digest('hex');
    const response = await post(stranger, { 'x-hook-signature': signature }, event);
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'accepted' }]);
  });

  test('by GET are refused in a flood as well', async () => {
    const owner = await api.newOwner();
    const { hook } = await owner.newAutomation({ sender: 'dropbox' });
    const question = new URL(hook);
    question.search = '?challenge=1158201444';
    const statuses = await flood(() => fetch(question, { headers: { 'x-forwarded-for': stranger } }));
    expect(Object.keys(statuses)).toEqual(['200', '429']);
  });
});

test('requests that are too large keep nobody else out of a hook without a secret', async () => {
  const owner = await api.newOwner();
  const { hook } = await owner.newAutomation();
  const post = (address: string, eventId: string) =>
    fetch(hook, {
      method: 'POST',
      body: '{}',
      headers: { 'x-service-event-id': eventId, 'x-forwarded-for': address },
    });
  const statuses = await flood(() => post(stranger, 'x'.repeat(256)));
  expect(Object.keys(statuses)).toEqual(['400', '429']);
  expect((await post(bystander, 'order-7')).status).toBe(200);
});
