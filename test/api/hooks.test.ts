import { request } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { rawHttp } from '#test/support/raw-http.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const post = (
  url: string,
  body: string | Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer> = '{}',
  headers: Record<string, string> = {},
) => fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

async function hook(content = {}) {
  const owner = await api.newOwner();
  return { ...owner, automation: await owner.newAutomation(content) };
}

describe('POST /hooks/{token}', () => {
  test('answers 200 accepted with ids and the API version', async () => {
    const { automation } = await hook();
    const response = await post(automation.hook, '{"event_id":"evt-1"}');
    expect(response.status).toBe(200);
    expect(response.headers.get('api-version')).toBe('2026-08-24');
    expect(await response.json()).toEqual({
      status: 'accepted',
      deliveryId: expect.stringMatching(/^dlv_/),
      eventId: 'evt-1',
      eventIdSource: 'event_id',
    });
  });

  test('takes the event id from the header before the body, and event_id before idempotency_key', async () => {
    const { automation } = await hook();
    const body = JSON.stringify({ idempotency_key: 'key', event_id: 'event' });
    const first = await (await post(automation.hook, body, { 'x-service-event-id': 'header' })).json();
    const second = await (await post(automation.hook, body)).json();
    const third = await (await post(automation.hook, '{"event_id":" ","idempotency_key":7}')).json();
    expect([first, second, third]).toMatchObject([
      { eventId: 'header', eventIdSource: 'header' },
      { eventId: 'event', eventIdSource: 'event_id' },
      { eventId: '7', eventIdSource: 'idempotency_key' },
    ]);
  });

  test('answers duplicate with the id of the first delivery, wherever the event id came from', async () => {
    const { automation } = await hook();
    const first = (await (
      await post(automation.hook, '{"a":1}', { 'x-service-event-id': 'same' })
    ).json()) as object;
    const again = await (await post(automation.hook, '{"event_id":"same"}')).json();
    expect(again).toEqual({ ...first, status: 'duplicate', eventIdSource: 'event_id' });
  });

  test('takes equal payloads without an id for one event of the day', async () => {
    const { automation } = await hook();
    const first = (await (
      await post(automation.hook, 'ping', { 'content-type': 'text/plain' })
    ).json()) as object;
    expect(first).toMatchObject({ status: 'accepted', eventIdSource: 'payload' });
    const again = await (await post(automation.hook, 'ping', { 'content-type': 'text/plain' })).json();
    expect(again).toEqual({ ...first, status: 'duplicate' });
  });

  test('keeps event ids of two automations apart', async () => {
    const { newAutomation } = await api.newOwner();
    const [one, other] = [await newAutomation(), await newAutomation()];
    for (const { hook } of [one, other]) {
      expect(await (await post(hook, '{"event_id":"x"}')).json()).toMatchObject({ status: 'accepted' });
    }
  });

  test('lets exactly one of twenty simultaneous deliveries of one event through', async () => {
    const { automation } = await hook();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await post(automation.hook, '{"event_id":"race"}')).json()),
    );
    const statuses = answers.map((answer) => (answer as { status: string }).status);
    expect(statuses.filter((status) => status === 'accepted')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'duplicate')).toHaveLength(19);
    expect(new Set(answers.map((answer) => (answer as { deliveryId: string }).deliveryId)).size).toBe(1);
  });

  test('answers 404 for an unknown token and 405 with Allow for another method', async () => {
    const unknown = await post(`${api.url}/hooks/${'A'.repeat(43)}`);
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('api-version')).toBe('2026-08-24');
    expect(await unknown.json()).toMatchObject({ code: 'UNKNOWN_WEBHOOK', hint: expect.any(String) });
    const { automation } = await hook();
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await fetch(automation.hook, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
      expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    }
  });

  test('answers 410 when the automation was deleted', async () => {
    const { automation, manage } = await hook();
    expect((await manage('DELETE', `/automations/${automation.id}`)).status).toBe(204);
    const response = await post(automation.hook);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ code: 'WEBHOOK_RETIRED' });
  });

  test('answers skipped while paused, records it, and accepts the same event id after resume', async () => {
    const { automation, manage } = await hook();
    await manage('POST', `/automations/${automation.id}/pause`);
    const skipped = await post(automation.hook, '{"event_id":"p"}');
    expect([skipped.status, await skipped.json()]).toEqual([200, { status: 'skipped', reason: 'paused' }]);
    const activity = await (
      await manage('GET', `/automations/${automation.id}/activity?outcome=skipped`)
    ).json();
    expect(activity).toMatchObject({ items: [{ outcome: 'skipped', reason: 'paused', title: 'Orders' }] });
    await manage('POST', `/automations/${automation.id}/resume`);
    expect(await (await post(automation.hook, '{"event_id":"p"}')).json()).toMatchObject({
      status: 'accepted',
    });
  });

  test('takes exactly 1,000,000 bytes and refuses one more, announced or not', async () => {
    const { automation } = await hook();
    const exact = await post(automation.hook, 'x'.repeat(1_000_000), { 'content-type': 'text/plain' });
    expect(exact.status).toBe(200);
    const announced = await post(automation.hook, 'x'.repeat(1_000_001), { 'content-type': 'text/plain' });
    expect([announced.status, ((await announced.json()) as { code: string }).code]).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ]);
    const chunked = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(automation.hook, { method: 'POST' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sending.on('error', reject);
      sending.write('x'.repeat(1_000_000));
      sending.end('x');
    });
    expect(chunked).toBe(413);
  });

  test('refuses a small body that inflates above the limit', async () => {
    const { automation } = await hook();
    const bomb = gzipSync('0'.repeat(2_000_000));
    expect(bomb.byteLength).toBeLessThan(3_000);
    expect((await post(automation.hook, bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('decodes a body in %s', async (encoding, compress) => {
    const { automation, manage } = await hook();
    const response = await post(automation.hook, compress('{"event_id":"z"}'), {
      'content-encoding': encoding,
    });
    const { deliveryId, eventId } = (await response.json()) as { deliveryId: string; eventId: string };
    expect(eventId).toBe('z');
    const body = await manage('GET', `/deliveries/${deliveryId}/body`);
    expect(body.headers.get('content-type')).toBe('application/octet-stream');
    expect(await body.text()).toBe('{"event_id":"z"}');
  });

  test('answers 400 for a body that is not what Content-Encoding says, 415 for another encoding', async () => {
    const { automation } = await hook();
    const cut = gzipSync('{"a":1}').subarray(0, 12);
    const truncated = await post(automation.hook, cut, { 'content-encoding': 'gzip' });
    expect([truncated.status, ((await truncated.json()) as { code: string }).code]).toEqual([
      400,
      'INVALID_ENCODING',
    ]);
    const other = await post(automation.hook, 'x', { 'content-encoding': 'zstd' });
    expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([
      415,
      'UNSUPPORTED_ENCODING',
    ]);
  });

  test.each([
    ['sent twice, the first that is not blank', ['  ', 'b', 'c'], 'b', 'header'],
    ['blank each time, the next source', [' ', ''], 'from-body', 'event_id'],
    ['in UTF-8, as it was meant', ['caf\u00e9'], 'café', 'header'],
  ])('reads an event id header %s', async (_, values, eventId, eventIdSource) => {
    const { automation } = await hook();
    const body = '{"event_id":"from-body"}';
    const lines = [
      `POST ${new URL(automation.hook).pathname} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      ...values.map((value) => `X-Service-Event-Id: ${value}`),
    ];
    const answer = await rawHttp(api.url, `${lines.join('\r\n')}\r\n\r\n${body}`);
    const said = JSON.parse(Buffer.from(answer?.body ?? '', 'latin1').toString()) as object;
    expect(said).toMatchObject({ status: 'accepted', eventId, eventIdSource });
    const again = await post(automation.hook, JSON.stringify({ event_id: eventId }));
    expect(await again.json()).toMatchObject({ status: 'duplicate' });
  });

  test('shows a body in the charset that it names, and keeps its bytes', async () => {
    const { automation, manage } = await hook();
    const body = Buffer.from('café', 'latin1');
    const accepted = await post(automation.hook, body, { 'content-type': 'text/plain; charset=iso-8859-1' });
    const { deliveryId } = (await accepted.json()) as { deliveryId: string };
    const record = (await (await manage('GET', `/deliveries/${deliveryId}`)).json()) as object;
    expect(record).toMatchObject({ arrived: { text: 'café', sizeBytes: 4 } });
  });

  test('is found under its own spelling of the path only', async () => {
    const { automation } = await hook();
    const { status } = await post(automation.hook.replace('/hooks/', '/HOOKS/'));
    expect(status).toBe(404);
  });

  test('answers 400 for an event id above 255 characters and takes odd ones', async () => {
    const { automation } = await hook();
    const long = await post(automation.hook, JSON.stringify({ event_id: 'x'.repeat(256) }));
    expect([long.status, ((await long.json()) as { code: string }).code]).toEqual([400, 'INVALID_EVENT_ID']);
    for (const eventId of ['x'.repeat(255), 'a\u0000b\n', '日本 🎉', '../../x', 'a/b']) {
      const response = await post(automation.hook, JSON.stringify({ event_id: eventId }));
      expect(await response.json()).toMatchObject({ status: 'accepted', eventId });
      const again = await post(automation.hook, JSON.stringify({ event_id: eventId }));
      expect(await again.json()).toMatchObject({ status: 'duplicate' });
    }
  });

  test.each([
    ['broken JSON', '{"event_id":"x"', 'application/json'],
    ['a wrong charset', Buffer.from('{"event_id":"\xff"}', 'latin1'), 'application/json'],
    ['an empty body', '', 'application/json'],
    ['JSON by chance in a form', '{"event_id":"x"}', 'application/x-www-form-urlencoded'],
    ['JSON by chance in text', '{"event_id":"x"}', 'text/plain'],
    ['a scalar', '42', 'application/json'],
    ['an array', '[{"event_id":"x"}]', 'application/json'],
    ['an object as id', '{"event_id":{"a":1},"idempotency_key":null}', 'application/json'],
    ['50,000 deep JSON', '['.repeat(50_000) + ']'.repeat(50_000), 'application/json'],
    ['a __proto__ member', '{"__proto__":{"event_id":"x"}}', 'application/json'],
    ['NUL bytes', Buffer.from([0, 1, 2, 255]), 'application/octet-stream'],
  ])('accepts %s unchanged, with the payload as its id', async (_, body, contentType) => {
    const { automation, manage } = await hook();
    const response = await post(automation.hook, body, { 'content-type': contentType });
    const answer = (await response.json()) as { status: string; deliveryId: string; eventIdSource: string };
    expect(answer).toMatchObject({ status: 'accepted', eventIdSource: 'payload' });
    const kept = await manage('GET', `/deliveries/${answer.deliveryId}/body`);
    expect(Buffer.from(await kept.arrayBuffer())).toEqual(Buffer.from(body));
  });

  test('answers 429 for the ninth delivery that is being processed, and leaves no trace of it', async () => {
    const { automation } = await hook();
    for (let n = 0; n < 8; n += 1) {
      expect((await post(automation.hook, JSON.stringify({ event_id: `e${n}` }))).status).toBe(200);
    }
    const ninth = await post(automation.hook, '{"event_id":"e8"}');
    expect(ninth.status).toBe(429);
    expect(Number(ninth.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(ninth.headers.get('retry-after'))).toBeLessThanOrEqual(59);
    expect(await ninth.json()).toMatchObject({ code: 'CONCURRENCY_EXCEEDED' });
    const repeat = await post(automation.hook, '{"event_id":"e3"}');
    expect(await repeat.json()).toMatchObject({ status: 'duplicate' });
    const terminated = api.temporal.client.workflow.getHandle(`run/${automation.id}/id/e0`);
    await terminated.terminate('test');
    await expect
      .poll(async () => (await (await post(automation.hook, '{"event_id":"e8"}')).json()) as object)
      .toMatchObject({ status: 'accepted', eventId: 'e8' });
  });

  test('keeps headers but for credentials and signatures, and the reference with its link', async () => {
    const { automation, manage } = await hook();
    const { deliveryId } = (await (
      await post(automation.hook, '{"event_id":"h"}', {
        authorization: 'Bearer secret-value',
        'x-hub-signature-256': 'sha256=secret-value',
        'x-github-event': 'push',
        'x-service-reference': 'Ticket 7',
        'x-service-reference-url': 'https://tickets.example.com/7',
        'x-padding': 'x'.repeat(8_000),
      })
    ).json()) as { deliveryId: string };
    const record = (await (await manage('GET', `/deliveries/${deliveryId}`)).json()) as Record<
      string,
      unknown
    >;
    expect(JSON.stringify(record)).not.toContain('secret-value');
    expect(record).toMatchObject({
      outcome: 'running',
      revision: 1,
      reference: 'Ticket 7',
      referenceUrl: 'https://tickets.example.com/7',
      arrived: {
        headers: { 'x-github-event': 'push' },
        text: '{"event_id":"h"}',
        truncated: false,
        sizeBytes: 16,
      },
      cost: { money: { state: 'none', amountMicros: null } },
    });
    const activity = await (await manage('GET', `/automations/${automation.id}/activity`)).json();
    expect(activity).toMatchObject({ items: [{ deliveryId, title: 'Orders: Ticket 7' }], nextCursor: null });
  });

  test('shows Temporal a reference that is Markdown as plain text', async () => {
    const { automation } = await hook();
    await post(automation.hook, '{"event_id":"md"}', {
      'x-service-reference': '[pay](https://evil.example) `x` <b>',
    });
    const run = api.temporal.client.workflow.getHandle(`run/${automation.id}/id/md`);
    const { staticSummary } = await run.describe();
    expect(await staticSummary()).toBe('Orders: \\[pay\\]\\(https://evil.example\\) \\`x\\` \\<b\\>');
  });

  test('leaves nothing of a request that was cut off half-way', async () => {
    const { automation, manage } = await hook();
    await new Promise<void>((resolve) => {
      const sending = request(automation.hook, { method: 'POST', headers: { 'content-length': '100' } });
      sending.on('error', () => resolve());
      sending.write('half', () => sending.destroy());
    });
    expect(await (await post(automation.hook, '{"event_id":"after"}')).json()).toMatchObject({
      status: 'accepted',
    });
    const { items } = (await (await manage('GET', `/automations/${automation.id}/activity`)).json()) as {
      items: unknown[];
    };
    expect(items).toHaveLength(1);
  });

  test('answers 429 with a hint to the flood when one URL gets more than 600 requests a minute', async () => {
    const { automation } = await hook();
    await post(automation.hook, '{"event_id":"only"}');
    for (let sent = 1; sent < 600; sent += 50) {
      await Promise.all(
        Array.from({ length: Math.min(50, 600 - sent) }, () => post(automation.hook, '{"event_id":"only"}')),
      );
    }
    const flooded = await post(automation.hook, '{"event_id":"only"}');
    expect(flooded.status).toBe(429);
    expect(await flooded.json()).toMatchObject({ code: 'DELIVERY_RATE_EXCEEDED' });
  });
});
