import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { keys } from '#store/records/index.ts';
import { senderOf } from '#senders/index.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  api = await startApi({}, { erasureWaitMs: 60_000 });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

const secret = 'acme_sk_8f742231b10e';
const body = JSON.stringify({ id: 'evt_000011', type: 'order.paid', data: { id: 'ord_7' } });

function acmeHeaders(content: string) {
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha512', secret).update(`${time}|${content}`).digest('base64');
  return {
    'content-type': 'application/json',
    'x-acme-time': String(time),
    'x-acme-signature': `sha512=${digest}`,
  };
}

async function automationWith(headers: Readonly<Record<string, string>>, content = body) {
  const owner = await api.newOwner();
  const { hook, id } = await owner.newAutomation({});
  const delivered = await fetch(hook, { method: 'POST', body: content, headers });
  expect(await delivered.json()).toMatchObject({ status: 'accepted' });
  const search = async (asked: object) => {
    const response = await owner.manage('POST', `/automations/${id}/sender-search`, asked);
    return (await response.json()) as Record<string, unknown>;
  };
  return { owner, hook, id, search };
}

test('a scheme that no sender of the list has is found, and verifies the next delivery', async () => {
  const { owner, hook, id, search } = await automationWith(acmeHeaders(body));
  await expect
    .poll(() => search({ signingSecret: secret }))
    .toMatchObject({
      sender: null,
      customSender: {
        signature: {
          kind: 'hmac',
          algorithm: 'sha512',
          encoding: 'base64',
          header: 'x-acme-signature',
          prefix: 'sha512=',
          template: '{timestamp}|{body}',
          timestamp: 'x-acme-time',
        },
        eventId: '/id',
        eventName: '/type',
        reference: '/data/id',
      },
    });
  const { customSender } = await search({ signingSecret: secret });
  const changed = await owner.manage('PATCH', `/automations/${id}`, {
    sender: 'custom',
    customSender: customSender as object,
    signingSecret: secret,
  });
  expect(changed.status).toBe(200);
  const next = body.replace('11', '12');
  const answers = [
    await fetch(hook, { method: 'POST', body: next, headers: acmeHeaders(next) }),
    await fetch(hook, { method: 'POST', body: `${next} `, headers: acmeHeaders(next) }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401]);
});

test('a sender of the list is named', async () => {
  const { sample } = senderOf('shopify')!;
  const { search } = await automationWith(sample.headers, sample.body);
  await expect
    .poll(() => search({ signingSecret: sample.secret! }))
    .toMatchObject({ sender: { id: 'shopify', title: 'Shopify' } });
});

test('another secret finds no signature, and says how many schemes were tried', async () => {
  const { search } = await automationWith(acmeHeaders(body));
  await expect
    .poll(async () => JSON.stringify(await search({ signingSecret: 'another-secret-1' })))
    .toMatch(/No scheme of \d{3,} makes a signature/);
  expect(await search({ signingSecret: 'another-secret-1' })).toMatchObject({
    customSender: { signature: null },
  });
});

test('the signature is gone once the delivery is erased', async () => {
  const { owner, id, search } = await automationWith(acmeHeaders(body));
  const { deliveryId } = (await search({})) as { deliveryId: string };
  const key = keys.signedRequest(owner.workspace.id, id);
  await expect.poll(() => api.redis.exists(key)).toBe(1);
  expect((await owner.manage('DELETE', `/deliveries/${deliveryId}`)).status).toBe(204);
  expect(await api.redis.exists(key)).toBe(0);
});

test('a delivery of another automation of the same workspace is not found', async () => {
  const { owner, id, search } = await automationWith(acmeHeaders(body));
  const { deliveryId } = await search({});
  expect(await search({ deliveryId })).toMatchObject({ deliveryId });
  const other = await owner.newAutomation({});
  const answer = await owner.manage('POST', `/automations/${other.id}/sender-search`, { deliveryId });
  expect([answer.status, other.id === id]).toEqual([404, false]);
  expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
});
