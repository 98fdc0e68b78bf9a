import { afterAll, beforeAll, expect, test } from 'vitest';

import { CloudEvent, HTTP } from 'cloudevents';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const event = new CloudEvent({
  id: '831e1650',
  source: '/storage/orders',
  type: 'blob.created',
  subject: 'orders/7.json',
  data: { url: 'https://orders.example.com/7.json' },
});

type Message = { readonly headers: Record<string, unknown>; readonly body: unknown };

async function newHook(signingSecret?: string) {
  const owner = await api.newOwner();
  const { hook } = await owner.newAutomation({
    sender: 'cloudevents',
    ...(signingSecret && { signingSecret }),
  });
  const post = async ({ headers, body }: Message, url = hook) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { hook, post };
}

const taken = { eventId: '/storage/orders 831e1650', eventIdSource: 'sender' };

test('an event is one in binary, structured and batched mode', async () => {
  const { post } = await newHook();
  const batch = { headers: { 'content-type': 'application/cloudevents-batch+json' }, body: [event.toJSON()] };
  expect((await post(HTTP.binary(event))).body).toMatchObject({ status: 'accepted', ...taken });
  expect((await post(HTTP.structured(event))).body).toMatchObject({ status: 'duplicate', ...taken });
  expect((await post(batch)).body).toMatchObject({ status: 'duplicate', ...taken });
});

test('the same id of another source is another event', async () => {
  const { post } = await newHook();
  await post(HTTP.binary(event));
  const other = event.cloneWith({ source: '/storage/returns' });
  expect((await post(HTTP.binary(other))).body).toMatchObject({ status: 'accepted' });
});

test('a batch of two is refused with a sentence', async () => {
  const { post } = await newHook();
  const answer = await post({
    headers: { 'content-type': 'application/cloudevents-batch+json' },
    body: [event.toJSON(), event.cloneWith({ id: '2' }).toJSON()],
  });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  expect(answer.body['message']).toContain('2 events');
});

test('OPTIONS with an origin is allowed, and other OPTIONS are not', async () => {
  const { hook } = await newHook('cloudevents-token-8');
  const asked = await fetch(hook, {
    method: 'OPTIONS',
    headers: { 'webhook-request-origin': 'eventgrid.azure.net', 'webhook-request-rate': '120' },
  });
  expect(asked.status).toBe(200);
  expect(asked.headers.get('webhook-allowed-origin')).toBe('eventgrid.azure.net');
  expect(asked.headers.get('webhook-allowed-rate')).toBe('60');
  expect((await fetch(hook, { method: 'OPTIONS' })).status).toBe(405);
});

test('the validation of Event Grid is answered, and wakes nothing', async () => {
  const { post } = await newHook();
  const answer = await post({
    headers: { 'content-type': 'application/json', 'aeg-event-type': 'SubscriptionValidation' },
    body: [
      {
        id: '1',
        eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
        data: { validationCode: '512d38b6' },
      },
    ],
  });
  expect(answer).toEqual({ status: 200, body: { validationResponse: '512d38b6' } });
});

test('a token in the header or the query lets a delivery in, and no other does', async () => {
  const { hook, post } = await newHook('cloudevents-token-8');
  const binary = HTTP.binary(event) as Message;
  const bearer = { ...binary, headers: { ...binary.headers, authorization: 'Bearer cloudevents-token-8' } };
  expect((await post(bearer)).status).toBe(200);
  expect((await post(binary, `${hook}?access_token=cloudevents-token-8`)).status).toBe(200);
  expect((await post(binary, `${hook}?access_token=cloudevents-token-9`)).status).toBe(401);
  expect((await post(binary)).status).toBe(401);
});
