import { afterAll, beforeAll, expect, test } from 'vitest';

import Stripe from 'stripe';

import { senderOf } from '#senders/index.ts';
import { startApi } from '#test/support/service.ts';

const github = senderOf('github')!;

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const { webhooks } = new Stripe('sk_test_unused');
const secret = 'whsec_of_these_tests';
const payload = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } });

async function stripeHook(signingSecret: string | null) {
  const owner = await api.newOwner();
  const { hook } = await owner.newAutomation({
    sender: 'stripe',
    ...(signingSecret !== null && { signingSecret }),
  });
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': webhooks.generateTestHeaderString({ payload, secret }),
  };
  return async (more: Readonly<Record<string, string>>) => {
    const response = await fetch(hook, {
      method: 'POST',
      body: payload,
      headers: { ...headers, ...more },
    });
    return (await response.json()) as Record<string, unknown>;
  };
}

test('a captured delivery that is signed is no other event under an id that is not', async () => {
  const post = await stripeHook(secret);
  expect(await post({})).toMatchObject({ status: 'accepted', eventId: 'evt_1', eventIdSource: 'sender' });
  for (const id of ['x1', 'x2'])
    expect(await post({ 'x-service-event-id': id })).toMatchObject({ status: 'duplicate', eventId: 'evt_1' });
  // Read as a form it has no id any more, and its body is signed all the same.
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
  const statuses = [];
  for (const id of ['x3', 'x4'])
    statuses.push((await post({ ...asForm, 'x-service-event-id': id }))['status']);
  expect(statuses).toEqual(['accepted', 'duplicate']);
});

test('a delivery that is not verified has the id of the header first, as ever', async () => {
  const post = await stripeHook(null);
  expect(await post({ 'x-service-event-id': 'x1' })).toMatchObject({
    status: 'accepted',
    eventId: 'x1',
    eventIdSource: 'header',
  });
});

test('a sender whose own id is not signed keeps the order of ids', async () => {
  const { sample } = github;
  const owner = await api.newOwner();
  const { hook } = await owner.newAutomation({ sender: 'github', signingSecret: sample.secret ?? '' });
  const headers = { ...sample.headers, 'x-service-event-id': 'x1' };
  const response = await fetch(hook, { method: 'POST', body: sample.body, headers });
  expect(await response.json()).toMatchObject({ status: 'accepted', eventId: 'x1', eventIdSource: 'header' });
});
