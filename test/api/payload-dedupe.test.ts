import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const body = 'id=tr_5B8cwPMGnU';
type Json = Record<string, unknown>;

async function hookOf(content: { payloadDedupe?: boolean } = {}) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation(content);
  const path = `/automations/${automation.id}`;
  const call = async (method: string, below: string, change?: object) => {
    const response = await owner.manage(method, `${path}${below}`, change);
    return { status: response.status, body: (await response.json()) as Json };
  };
  return {
    ...owner,
    automation,
    call,
    post: async (headers: Readonly<Record<string, string>> = {}, text = body) => {
      const response = await fetch(automation.hook, { method: 'POST', body: text, headers });
      const dedupe = response.headers.get('x-reveille-dedupe');
      return { status: response.status, dedupe, body: (await response.json()) as Json };
    },
    read: async () => (await call('GET', '')).body,
  };
}

describe('an automation whose bodies are not compared', () => {
  test('takes each delivery without an id as an event of its own', async () => {
    const { post, manage } = await hookOf({ payloadDedupe: false });
    const first = await post();
    const second = await post();
    for (const { status, body: answer, dedupe } of [first, second]) {
      expect([status, answer]).toEqual([
        200,
        {
          status: 'accepted',
          deliveryId: expect.any(String),
          eventId: answer['deliveryId'],
          eventIdSource: 'delivery',
        },
      ]);
      expect(dedupe).toContain('source=delivery');
    }
    expect(second.body['deliveryId']).not.toBe(first.body['deliveryId']);
    const record = await (await manage('GET', `/deliveries/${String(first.body['deliveryId'])}`)).json();
    expect(record).toMatchObject({ eventIdSource: 'delivery', dedupe: { source: 'delivery', from: null } });
  });

  test('knows repeats by the ids that are there all the same', async () => {
    const { post } = await hookOf({ payloadDedupe: false });
    for (const status of ['accepted', 'duplicate'])
      expect((await post({ 'x-service-event-id': 'order-7' })).body).toMatchObject({
        status,
        eventIdSource: 'header',
      });
  });

  test('is one from the next delivery on, and compares them again when it is switched back', async () => {
    const { post, call, read } = await hookOf();
    expect(await read()).toMatchObject({ payloadDedupe: true });
    expect([(await post()).body['status'], (await post()).body['status']]).toEqual(['accepted', 'duplicate']);
    expect((await call('PATCH', '', { payloadDedupe: false })).body).toMatchObject({ payloadDedupe: false });
    expect((await post()).body).toMatchObject({ status: 'accepted', eventIdSource: 'delivery' });
    expect((await call('PATCH', '', { payloadDedupe: true })).body).toMatchObject({ payloadDedupe: true });
    expect((await post()).body).toMatchObject({ status: 'duplicate', eventIdSource: 'payload' });
    expect(await call('PATCH', '', { payloadDedupe: 'no' })).toMatchObject({ status: 400 });
  });

  test('keeps each skipped delivery apart, which is run once however often that is asked', async () => {
    const { post, call, manage } = await hookOf({ payloadDedupe: false });
    await call('POST', '/pause');
    for (const _ of [1, 2]) expect((await post()).body).toEqual({ status: 'skipped', reason: 'paused' });
    await call('POST', '/resume');
    const ran = await call('POST', '/run-skipped', {});
    const deliveryIds = ran.body['deliveryIds'] as string[];
    expect(deliveryIds).toHaveLength(2);
    for (const id of deliveryIds)
      expect(await (await manage('GET', `/deliveries/${id}`)).json()).toMatchObject({ eventId: id });
    expect((await call('POST', '/run-skipped', {})).body).toMatchObject({ deliveryIds: [] });
  });

  test('replays a delivery under the event id that it had', async () => {
    const { post, manage } = await hookOf({ payloadDedupe: false });
    const id = String((await post()).body['deliveryId']);
    const response = await manage('POST', `/deliveries/${id}/replay`, {});
    expect([response.status, await response.json()]).toMatchObject([
      201,
      { eventId: id, eventIdSource: 'delivery', replayOf: id },
    ]);
  });

  test('says so in its report, and in the export of the workspace', async () => {
    const { post, call, manage } = await hookOf({ payloadDedupe: false });
    await post();
    expect((await call('GET', '/sender-report')).body).toMatchObject({
      eventIds: [{ source: 'delivery', deliveries: 1 }],
      findings: [
        '1 of the last 1 deliveries had no event id, and each was processed as an event of its own: one that is sent again is processed again.',
      ],
    });
    expect(await (await manage('GET', '/export')).text()).toContain('"payloadDedupe":false');
  });
});

describe('equal bodies that were taken for repeats', () => {
  const google = { 'x-goog-channel-id': 'c1', 'x-goog-resource-state': 'exists' };

  test('are told of from the second on, with the ids that were there', async () => {
    const { post, call, read } = await hookOf();
    const send = (number: number) =>
      post({ ...google, 'x-goog-message-number': String(number), 'x-session-id': 's' }, '');
    await send(1);
    expect((await send(2)).body).toMatchObject({ status: 'duplicate', eventIdSource: 'payload' });
    expect(await read()).toMatchObject({ payloadDuplicates: null });
    expect((await send(3)).body).toMatchObject({ status: 'duplicate' });
    await expect
      .poll(read)
      .toMatchObject({ payloadDuplicates: { count: 2, eventIdFrom: ['x-goog-message-number'] } });
    expect((await call('GET', '/sender-report')).body['findings']).toContain(
      '2 deliveries were answered duplicate only because their bodies were equal. If they were events of their own, set eventIdFrom to x-goog-message-number, or payloadDedupe to false.',
    );
    await call('PATCH', '', { eventIdFrom: 'x-goog-message-number' });
    expect(await read()).toMatchObject({ payloadDuplicates: null });
    expect((await send(4)).body).toMatchObject({ status: 'accepted', eventIdSource: 'custom', eventId: '4' });
  });

  test.each([
    'ce-id',
    'webhook-id',
    'idempotency-key',
    'x-shop-event-id',
    'x-shop-delivery-id',
    'x-amqp-message-number',
  ])('propose the header %s', async (name) => {
    const { post, read } = await hookOf();
    for (const value of ['1', '2', '3']) await post({ [name]: value });
    await expect.poll(read).toMatchObject({ payloadDuplicates: { count: 2, eventIdFrom: [name] } });
  });

  test('propose nothing where there is no id', async () => {
    const { post, read } = await hookOf();
    for (const value of ['1', '2', '3'])
      await post({ 'x-request-id': value, 'x-b3-traceid': value, 'ce-id': ' ' });
    await expect.poll(read).toMatchObject({ payloadDuplicates: { count: 2, eventIdFrom: [] } });
  });
});
