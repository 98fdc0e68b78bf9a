import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createEraser } from '#store/erasure/eraser.ts';
import { createRuns } from '#store/run/runs.ts';
import { createTokens } from '#store/token/tokens.ts';
import { startApi } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

interface Repeat {
  number: number;
  differs: boolean | null;
  canRun: boolean;
  ranAs: string | null;
  digest: string;
}
interface Delivery {
  deliveryId: string;
  replayOf: string | null;
  dedupe: Record<string, string | null>;
  duplicates: number;
  repeats: Repeat[];
  arrived: { text: string };
}

async function newOwner() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  const deliver = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(automation.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const answer = (await response.json()) as Record<string, string>;
    return { answer, dedupe: response.headers.get('x-reveille-dedupe') };
  };
  const read = async (deliveryId: string) =>
    (await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as Delivery;
  const run = async (deliveryId: string, body: object = {}) => {
    const response = await owner.manage('POST', `/deliveries/${deliveryId}/run-duplicate`, body);
    return { status: response.status, json: (await response.json()) as Delivery & { message: string } };
  };
  return { ...owner, automation, deliver, read, run };
}

describe('the receipt', () => {
  test('says in a header and in the record which key decides, from where, until when, and which was first', async () => {
    const { deliver, read } = await newOwner();
    const { answer, dedupe } = await deliver('{"event_id":"e1"}');
    expect(answer).toEqual({
      status: 'accepted',
      deliveryId: expect.any(String),
      eventId: 'e1',
      eventIdSource: 'event_id',
    });
    const first = answer['deliveryId']!;
    const record = await read(first);
    expect(record.dedupe).toEqual({
      key: 'e1',
      source: 'event_id',
      from: '/event_id',
      until: expect.any(String),
      first,
    });
    const until = Math.floor(Date.parse(record.dedupe['until']!) / 1000);
    expect(dedupe).toBe(`source=event_id, from="/event_id", until=@${until}, first="${first}"`);
    expect((await deliver('{"event_id":"e1"}')).dedupe).toBe(dedupe);
  });

  test('for a body without an id ends with the day', async () => {
    const { deliver, read } = await newOwner();
    const { answer, dedupe } = await deliver('{"a":1}');
    const { dedupe: told } = await read(answer['deliveryId']!);
    expect(told).toMatchObject({ source: 'payload', from: null });
    expect(told['until']).toMatch(/T00:00:00\.000Z$/);
    expect(dedupe).toMatch(/^source=payload, until=@\d+, first="dlv_/);
  });
});

describe('a repeat', () => {
  test('is listed with its digest, and says whether its body was another one', async () => {
    const { deliver, read } = await newOwner();
    const { answer } = await deliver('{"event_id":"e","total":1}');
    await deliver('{"event_id":"e","total":1}');
    await deliver('{"event_id":"e","total":2}');
    const { duplicates, repeats } = await read(answer['deliveryId']!);
    expect(duplicates).toBe(2);
    expect(repeats).toMatchObject([
      { number: 2, differs: true, canRun: true, ranAs: null },
      { number: 1, differs: false, canRun: true, ranAs: null },
    ]);
    expect(repeats[0]!.digest).not.toBe(repeats[1]!.digest);
  });

  test('is listed ten times at most, and only the last other body is kept', async () => {
    const { deliver, read, run } = await newOwner();
    const { answer } = await deliver('{"event_id":"e","n":0}');
    for (let n = 1; n <= 12; n += 1) await deliver(`{"event_id":"e","n":${n}}`);
    const { repeats } = await read(answer['deliveryId']!);
    expect(repeats.map(({ number, canRun }) => [number, canRun])).toEqual(
      Array.from({ length: 10 }, (_, index) => [12 - index, index === 0]),
    );
    expect((await run(answer['deliveryId']!, { number: 11 })).status).toBe(404);
    expect((await run(answer['deliveryId']!, { number: 1 })).status).toBe(404);
  });

  test('that was none is run once, with its own body and headers, however often that is asked for', async () => {
    const { deliver, read, run } = await newOwner();
    const { answer } = await deliver('{"event_id":"e","n":0}');
    const first = answer['deliveryId']!;
    await deliver('{"event_id":"e","n":1}', { 'x-service-reference': 'Ticket 2' });
    const [one, other] = await Promise.all([run(first), run(first, { number: 1 })]);
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 201]));
    expect(one.json.deliveryId).toBe(other.json.deliveryId);
    expect(one.json).toMatchObject({
      replayOf: first,
      reference: 'Ticket 2',
      arrived: { text: '{"event_id":"e","n":1}' },
      dedupe: { key: 'e', first },
    });
    expect((await read(first)).repeats).toMatchObject([{ number: 1, ranAs: one.json.deliveryId }]);
  });

  test('with the same body runs with that', async () => {
    const { deliver, run } = await newOwner();
    const { answer } = await deliver('{"event_id":"a"}');
    await deliver('{"event_id":"a"}');
    const { status, json } = await run(answer['deliveryId']!);
    expect([status, json.arrived.text]).toEqual([201, '{"event_id":"a"}']);
  });

  test('goes with its delivery when that is erased, and is noted no more', async () => {
    const { deliver, read, run, workspace, automation } = await newOwner();
    const { answer } = await deliver('{"event_id":"e","n":0}');
    const first = answer['deliveryId']!;
    await deliver('{"event_id":"e","n":"private"}');
    const workspaceId = workspace.id;
    const delivery = {
      kind: 'delivery',
      workspaceId,
      automationId: automation.id,
      deliveryId: first,
    } as const;
    await createRuns(api).finish(delivery, { outcome: 'succeeded', reason: null });
    expect(await createEraser({ redis: api.redis, blobs: noBlobs }).strip(delivery)).toBe('stripped');
    expect(await api.redis.keys(`*${first}:repeat*`)).toEqual([]);
    expect((await read(first)).repeats).toEqual([]);
    expect((await deliver('{"event_id":"e","n":"private again"}')).answer['status']).toBe('duplicate');
    expect(await read(first)).toMatchObject({ duplicates: 2, repeats: [] });
    expect((await run(first)).status).toBe(404);
  });
});

describe('another key', () => {
  test('is taught with a repeat that was none, and decides from then on', async () => {
    const { deliver, run, manage, automation } = await newOwner();
    const sent = (n: string) => deliver(`{"event_id":"always the same","data":{"id":${n}}}`);
    const { answer } = await sent('1');
    expect((await sent('2')).answer['status']).toBe('duplicate');
    expect((await run(answer['deliveryId']!, { eventIdFrom: '/data/id' })).status).toBe(201);
    expect(await (await manage('GET', `/automations/${automation.id}`)).json()).toMatchObject({
      eventIdFrom: '/data/id',
    });
    // Digits that a double would lose count.
    const [third, fourth] = [await sent('9007199254740992'), await sent('9007199254740993')];
    expect(third).toMatchObject({ answer: { status: 'accepted', eventIdSource: 'custom' } });
    expect(third.dedupe).toMatch(/^source=custom, from="\/data\/id", /);
    expect(fourth.answer).toMatchObject({ status: 'accepted', eventId: '9007199254740993' });
    expect((await sent('9007199254740993')).answer).toEqual({ ...fourth.answer, status: 'duplicate' });
  });

  test('may be a header, and gives way where a delivery has none', async () => {
    const { deliver, manage, automation } = await newOwner();
    await manage('PATCH', `/automations/${automation.id}`, { eventIdFrom: 'X-Order-Number' });
    expect((await deliver('{"event_id":"e"}', { 'x-order-number': '7' })).answer).toMatchObject({
      eventId: '7',
      eventIdSource: 'custom',
    });
    expect((await deliver('{"event_id":"e"}', { 'x-order-number': 'x'.repeat(256) })).answer).toMatchObject({
      status: 'accepted',
      eventIdSource: 'event_id',
    });
    expect((await deliver('{"event_id":{}}')).answer).toMatchObject({ eventIdSource: 'payload' });
  });

  test.each([
    [{ eventIdFrom: 'two words' }, 'eventIdFrom: must be a JSON pointer'],
    [{ eventIdFrom: '/a~2' }, 'eventIdFrom: must be a JSON pointer'],
    [{ eventIdFrom: 'Authorization' }, 'eventIdFrom: names a header that may hold a credential'],
    [{ number: 0 }, 'number: '],
  ])('is refused where it can be none: %j', async (body, message) => {
    const { deliver, run } = await newOwner();
    const { answer } = await deliver('{"event_id":"a"}');
    await deliver('{"event_id":"a"}');
    const refused = await run(answer['deliveryId']!, body);
    expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

test('only editors of the workspace run a repeat, and not while the automation is paused', async () => {
  const { deliver, run, manage, automation, workspace } = await newOwner();
  const { answer } = await deliver('{"event_id":"a"}');
  expect((await run(answer['deliveryId']!)).status).toBe(404);
  await deliver('{"event_id":"a"}');
  const { token } = await createTokens(api).create(workspace.id, { name: 'V', role: 'viewer' });
  const post = (bearer: string) =>
    fetch(`${api.url}/manage/deliveries/${answer['deliveryId']}/run-duplicate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: '{}',
    });
  expect((await post(token)).status).toBe(403);
  expect((await post((await api.newOwner()).workspace.token)).status).toBe(404);
  expect((await post('no token')).status).toBe(401);
  await manage('POST', `/automations/${automation.id}/pause`);
  expect(await run(answer['deliveryId']!)).toMatchObject({
    status: 400,
    json: { message: 'deliveryId: the automation is paused' },
  });
});
