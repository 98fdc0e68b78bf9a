import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDeliveries } from '#store/delivery/deliveries.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
const key = 'key-of-the-target';
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
  target = await startOrderTarget({ key });
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

type Json = Record<string, unknown>;
interface Page {
  readonly items: readonly (Json & { readonly deliveryId: string })[];
  readonly nextCursor: string | null;
}

async function newOwner() {
  const owner = await api.newOwner();
  async function call(method: string, path: string, body?: object) {
    const response = await owner.manage(method, path, body);
    const text = await response.text();
    return { status: response.status, json: (text === '' ? {} : JSON.parse(text)) as Json };
  }
  /** The record once its run has ended. */
  async function ended(deliveryId: string): Promise<Json> {
    await expect
      .poll(async () => (await call('GET', `/deliveries/${deliveryId}`)).json['outcome'])
      .not.toBe('running');
    return (await call('GET', `/deliveries/${deliveryId}`)).json;
  }
  return { ...owner, call, ended };
}

async function post(hook: string, body: string, headers: Record<string, string> = {}) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
  return (await (await fetch(hook, sent)).json()) as { status: string; deliveryId: string };
}

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const free = { state: 'none', amountMicros: null, currency: 'USD' };

describe('GET /manage/deliveries/{deliveryId}', () => {
  it('tells what arrived, what was done and what it cost, in exactly the documented members', async () => {
    const { newAutomation, call, ended } = await newOwner();
    const automation = await newAutomation({
      filter: 'Only run when the status is paid',
      instructions: `POST ${target.url}/orders with JSON {"order": "{{order}}"}. Then reply "Order {{order}} recorded".`,
    });
    const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: key };
    await call('POST', `/agents/${automation.agentId}/network-access`, policy);
    const body = '{"order":"A-1","status":"paid"}';
    const { deliveryId } = await post(automation.hook, body, {
      'x-service-event-id': 'evt-1',
      'x-service-reference': 'Order A-1',
      'x-service-reference-url': 'https://shop.example.com/orders/A-1',
    });
    const record = await ended(deliveryId);
    const { host } = new URL(target.url);
    expect(record).toEqual({
      deliveryId,
      automationId: automation.id,
      automationName: 'Orders',
      agentId: automation.agentId,
      revision: 1,
      outcome: 'succeeded',
      reason: null,
      eventId: 'evt-1',
      eventIdSource: 'header',
      reference: 'Order A-1',
      referenceUrl: 'https://shop.example.com/orders/A-1',
      sender: 'generic',
      eventName: null,
      verified: null,
      traceId: null,
      receivedAt: isoTime,
      startedAt: isoTime,
      finishedAt: isoTime,
      durationMs: expect.any(Number),
      arrived: {
        contentType: 'application/json',
        sizeBytes: body.length,
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        text: body,
        truncated: false,
      },
      filter: {
        text: 'Only run when the status is paid',
        matched: true,
        evidence: expect.stringContaining('paid'),
      },
      failure: null,
      steps: expect.any(Array),
      by: { kind: 'plan' },
      answer: expect.stringContaining('Order A-1 recorded'),
      warnings: [],
      cost: { automationRuns: 1, inputTokens: 0, outputTokens: 0, money: free },
      requests: 1,
      result: null,
      replayOf: null,
      causedBy: null,
      duplicates: 0,
      lastDuplicateAt: null,
      heldSince: null,
      nextTryAt: null,
      dedupe: {
        key: 'evt-1',
        source: 'header',
        from: 'X-Service-Event-Id',
        until: isoTime,
        first: deliveryId,
      },
      repeats: [],
      runOf: null,
      ranAs: null,
      ranOutcome: null,
      targetSaid: null,
      answerStart: expect.stringContaining('Order A-1 recorded'),
      erasedAt: null,
      workflow: { id: `run/${automation.id}/id/evt-1`, runId: expect.any(String), url: null },
    });
    const steps = record['steps'] as Json[];
    expect(steps.map(({ kind }) => kind)).toEqual(['model', 'request', 'model']);
    expect(steps[0]).toEqual({
      kind: 'model',
      startedAt: isoTime,
      durationMs: expect.any(Number),
      model: 'offline/rules-1',
      inputTokens: 0,
      outputTokens: 0,
      finishReason: expect.any(String),
      cachedInputTokens: 0,
      reasoningTokens: 0,
      summary: expect.any(String),
      tries: [],
      nextTryAt: null,
    });
    expect(steps[1]).toEqual({
      kind: 'request',
      startedAt: isoTime,
      durationMs: expect.any(Number),
      method: 'POST',
      host: '127.0.0.1',
      port: Number(new URL(target.url).port),
      path: '/orders',
      status: 201,
      operation: null,
      attachedHeaders: ['X-API-Key'],
      outcome: 'answered',
      error: null,
      requestBody: '{"order":"A-1"}',
      responseBody: expect.any(String),
      tries: [{ at: isoTime, status: 201, error: null }],
      nextTryAt: null,
    });
    expect(JSON.stringify(record)).not.toContain(key);
    expect(target.seen.filter((seen) => seen.body === '{"order":"A-1"}')).toHaveLength(1);
    expect(host).toContain('127.0.0.1');
  });

  it('shows the first 64 KiB of a large body and says that there is more', async () => {
    const { newAutomation, call } = await newOwner();
    const { hook } = await newAutomation();
    const { deliveryId } = await post(hook, 'é'.repeat(100_000), { 'content-type': 'text/plain' });
    const { json } = await call('GET', `/deliveries/${deliveryId}`);
    expect(json).toMatchObject({ arrived: { sizeBytes: 200_000, truncated: true } });
    expect((json['arrived'] as { text: string }).text).toBe('é'.repeat(32_768));
  });
});

describe('activity', () => {
  it('has a row for every delivery, in exactly the documented members, by outcome too', async () => {
    const { newAutomation, call, ended } = await newOwner();
    const automation = await newAutomation({ filter: 'Only run when the status is paid' });
    const paid = await post(automation.hook, '{"status":"paid"}', { 'x-service-reference': 'Order 1' });
    const open = await post(automation.hook, '{"status":"open"}');
    await Promise.all([ended(paid.deliveryId), ended(open.deliveryId)]);
    const path = `/automations/${automation.id}/activity`;
    const { json } = await call('GET', path);
    const row = {
      automationId: automation.id,
      automationName: 'Orders',
      eventId: expect.stringMatching(/^sha256:/),
      duplicates: 0,
      lastDuplicateAt: null,
      heldSince: null,
      nextTryAt: null,
      receivedAt: isoTime,
      reference: null,
      referenceUrl: null,
      causedBy: null,
      replayOf: null,
      ranAs: null,
      ranOutcome: null,
      failure: null,
      targetSaid: null,
      answerStart: null,
      durationMs: expect.any(Number),
    };
    expect(json).toEqual({
      items: [
        {
          ...row,
          deliveryId: open.deliveryId,
          outcome: 'skipped',
          reason: expect.stringContaining('open'),
          title: 'Orders',
          cost: { automationRuns: 0, inputTokens: 0, outputTokens: 0, money: free },
          requests: 0,
        },
        {
          ...row,
          deliveryId: paid.deliveryId,
          outcome: 'succeeded',
          reason: null,
          answerStart: expect.stringContaining('paid'),
          reference: 'Order 1',
          title: 'Orders: Order 1',
          cost: { automationRuns: 1, inputTokens: 0, outputTokens: 0, money: free },
          requests: 0,
        },
      ],
      nextCursor: null,
    });
    for (const [outcome, { deliveryId }] of [
      ['skipped', open],
      ['succeeded', paid],
    ] as const)
      expect((await call('GET', `${path}?outcome=${outcome}`)).json).toMatchObject({
        items: [{ deliveryId }],
      });
    expect((await call('GET', `${path}?outcome=running`)).json).toEqual({ items: [], nextCursor: null });
    for (const outcome of ['', 'done', 'paused', 'succeeded&outcome=failed'])
      expect((await call('GET', `${path}?outcome=${outcome}`)).status).toBe(400);
  });

  it('pages without gaps or repeats while deliveries arrive', async () => {
    const { newAutomation, call, ended } = await newOwner();
    const automation = await newAutomation();
    const sent: string[] = [];
    const send = async (name: string) => {
      const { deliveryId } = await post(automation.hook, JSON.stringify({ event_id: name }));
      await ended(deliveryId);
      return deliveryId;
    };
    for (let index = 0; index < 9; index += 1) sent.push(await send(`e${index}`));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await call('GET', `/automations/${automation.id}/activity?limit=2${query}`);
      const page = json as unknown as Page;
      seen.push(...page.items.map(({ deliveryId }) => deliveryId));
      cursor = page.nextCursor;
      await send(`late-${seen.length}`);
    }
    expect(seen).toEqual(sent.toReversed());
  });
});

describe('GET /manage/deliveries/{deliveryId}/body', () => {
  it('gives the body byte for byte, never as a page', async () => {
    const { newAutomation, manage } = await newOwner();
    const { hook } = await newAutomation();
    const bytes = Buffer.from([0, 255, 10, 13, 60, 104, 49, 62]);
    const sent = { method: 'POST', headers: { 'content-type': 'text/html' }, body: bytes };
    const { deliveryId } = (await (await fetch(hook, sent)).json()) as { deliveryId: string };
    const response = await manage('GET', `/deliveries/${deliveryId}/body`);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  });
});

describe('POST /manage/deliveries/{deliveryId}/replay', () => {
  it('processes the same body again, as a new delivery under the instructions of today', async () => {
    const { newAutomation, call, ended, manage } = await newOwner();
    const automation = await newAutomation({ instructions: 'Reply "First: {{order}}".' });
    const first = await post(automation.hook, '{"order":"A-1"}', { 'x-service-event-id': 'evt' });
    await ended(first.deliveryId);
    await call('PATCH', `/automations/${automation.id}`, { instructions: 'Reply "Second: {{order}}".' });
    const replayed = await call('POST', `/deliveries/${first.deliveryId}/replay`);
    expect(replayed).toMatchObject({
      status: 201,
      json: { replayOf: first.deliveryId, revision: 2, eventId: 'evt', automationId: automation.id },
    });
    const deliveryId = replayed.json['deliveryId'] as string;
    expect(deliveryId).not.toBe(first.deliveryId);
    expect(await ended(deliveryId)).toMatchObject({
      outcome: 'succeeded',
      answer: expect.stringContaining('Second: A-1'),
      arrived: { text: '{"order":"A-1"}' },
    });
    expect(await ended(first.deliveryId)).toMatchObject({ answer: expect.stringContaining('First: A-1') });
    expect(await (await manage('GET', `/deliveries/${deliveryId}/body`)).text()).toBe('{"order":"A-1"}');
    // It does not take the place of the event: a retry of the sender is still a duplicate of the first.
    expect(await post(automation.hook, '{"order":"A-1"}', { 'x-service-event-id': 'evt' })).toMatchObject({
      status: 'duplicate',
      deliveryId: first.deliveryId,
    });
    const { json } = await call('GET', `/automations/${automation.id}/activity`);
    expect((json as unknown as Page).items).toHaveLength(2);
    expect((await call('GET', '/workspace')).json).toMatchObject({ usage: { automationRuns: 2 } });
  });

  it('twice gives two deliveries; a replay can be replayed', async () => {
    const { newAutomation, call, ended } = await newOwner();
    const automation = await newAutomation();
    const { deliveryId } = await post(automation.hook, '{"a":1}');
    const one = (await call('POST', `/deliveries/${deliveryId}/replay`)).json['deliveryId'] as string;
    const two = (await call('POST', `/deliveries/${deliveryId}/replay`)).json['deliveryId'] as string;
    const again = await call('POST', `/deliveries/${one}/replay`);
    expect(again.json).toMatchObject({ replayOf: one });
    const ids = [deliveryId, one, two, again.json['deliveryId'] as string];
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(await ended(id)).toMatchObject({ outcome: 'succeeded' });
  });

  it('under one Idempotency-Key is one delivery, however often and however many at once ask for it', async () => {
    const { newAutomation, call, ended, manage } = await newOwner();
    const automation = await newAutomation();
    const { deliveryId } = await post(automation.hook, '{"a":1}');
    await ended(deliveryId);
    const replay = async (key: string, of = deliveryId) => {
      const headers = { 'idempotency-key': key };
      const response = await manage('POST', `/deliveries/${of}/replay`, undefined, headers);
      return { status: response.status, json: (await response.json()) as Json };
    };
    const answers = await Promise.all(['k-1', 'k-1', 'k-1'].map((key) => replay(key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [first = ''] = answers.map(({ json }) => json['deliveryId'] as string);
    expect(new Set(answers.map(({ json }) => json['deliveryId']))).toEqual(new Set([first]));
    await ended(first);
    const other = (await replay('k-2')).json['deliveryId'];
    const ofReplay = (await replay('k-1', first)).json['deliveryId'];
    expect(new Set([first, other, ofReplay]).size).toBe(3);
    // The answer that got lost is given again, whatever the automation takes by now.
    await call('POST', `/automations/${automation.id}/pause`);
    expect(await replay('k-1')).toMatchObject({ status: 201, json: { deliveryId: first } });
    expect(await replay('k-3')).toMatchObject({ status: 400 });
    expect(await replay('x'.repeat(256))).toMatchObject({ status: 400, json: { code: 'INVALID_REQUEST' } });
    const { json } = await call('GET', `/deliveries?replayOf=${deliveryId}`);
    expect((json as unknown as Page).items).toHaveLength(2);
  });

  it('takes what a filter could not decide, by itself and among others, under the filter of today', async () => {
    const { newAutomation, call, ended } = await newOwner();
    const automation = await newAutomation({ filter: 'The customer sounds angry' });
    const path = `/automations/${automation.id}`;
    const ids: string[] = [];
    for (const n of [1, 2]) ids.push((await post(automation.hook, JSON.stringify({ n }))).deliveryId);
    for (const id of ids)
      expect(await ended(id)).toMatchObject({
        outcome: 'needs_model',
        reason: expect.stringContaining('angry'),
        filter: { matched: null },
        cost: { automationRuns: 0 },
      });
    const undecided = (await call('GET', `${path}/activity?outcome=needs_model`)).json as unknown as Page;
    expect(undecided.items.map(({ deliveryId }) => deliveryId)).toEqual(ids.toReversed());
    await call('PATCH', path, { filter: 'n is 2 or more' });
    const one = (await call('POST', `/deliveries/${ids[0]}/replay`)).json['deliveryId'] as string;
    expect(await ended(one)).toMatchObject({ outcome: 'skipped' });
    const many = await call('POST', `${path}/replay`, { outcome: 'needs_model' });
    expect(many.json).toMatchObject({ replayed: 1, replayedBefore: 1 });
    const [other = ''] = many.json['deliveryIds'] as string[];
    expect(await ended(other)).toMatchObject({ outcome: 'succeeded', cost: { automationRuns: 1 } });
    expect((await call('GET', '/workspace')).json).toMatchObject({ usage: { automationRuns: 1 } });
  });

  it('answers 400 while paused and 404 when the automation is gone', async () => {
    const { newAutomation, call, ended } = await newOwner();
    const automation = await newAutomation();
    const { deliveryId } = await post(automation.hook, '{"a":1}');
    await ended(deliveryId);
    await call('POST', `/automations/${automation.id}/pause`);
    expect(await call('POST', `/deliveries/${deliveryId}/replay`)).toMatchObject({ status: 400 });
    await call('DELETE', `/automations/${automation.id}`);
    expect(await call('POST', `/deliveries/${deliveryId}/replay`)).toMatchObject({
      status: 404,
      json: { code: 'NOT_FOUND' },
    });
  });
});

describe('a delivery that came while the automation was paused', () => {
  it('keeps its body to be run, is not replayed, and links to no run', async () => {
    const { newAutomation, call, manage, workspace } = await newOwner();
    const automation = await newAutomation();
    await call('POST', `/automations/${automation.id}/pause`);
    await post(automation.hook, '{"a":1}', { 'x-service-event-id': 'evt' });
    const { json } = await call('GET', `/automations/${automation.id}/activity`);
    const [{ deliveryId } = { deliveryId: '' }] = (json as unknown as Page).items;
    await call('POST', `/automations/${automation.id}/resume`);
    const body = await manage('GET', `/deliveries/${deliveryId}/body`);
    expect([body.status, await body.text()]).toEqual([200, '{"a":1}']);
    expect(await call('POST', `/deliveries/${deliveryId}/replay`)).toMatchObject({
      status: 404,
      json: { code: 'NOT_FOUND', hint: expect.stringContaining('run-skipped') },
    });
    const workflowUrl = (id: string) => `https://temporal.example.com/${id}`;
    const deliveries = createDeliveries({ redis: api.redis, blobs: noBlobs, workflowUrl });
    expect(await deliveries.find(workspace.id, deliveryId)).toMatchObject({
      outcome: 'skipped',
      workflow: { runId: null, url: null },
    });
    const run = await post(automation.hook, '{"a":1}', { 'x-service-event-id': 'evt' });
    expect(await deliveries.find(workspace.id, run.deliveryId)).toMatchObject({
      workflow: { url: expect.stringContaining('temporal.example.com') },
    });
    expect((await manage('GET', `/deliveries/${run.deliveryId}/body`)).status).toBe(200);
  });
});

describe('usage of the workspace', () => {
  it('counts each processed delivery once, and none that was skipped or could not be decided', async () => {
    const { newAutomation, call, ended } = await newOwner();
    const plain = await newAutomation();
    const filtered = await newAutomation({ filter: 'Only run when the status is paid' });
    const unknown = await newAutomation({ instructions: 'Judge the mood of the customer and act on it.' });
    const undecided = await newAutomation({ filter: 'The customer sounds angry' });
    const outcomes: unknown[] = [];
    for (const [hook, body] of [
      [plain.hook, '{"n":1}'],
      [plain.hook, '{"n":2}'],
      [filtered.hook, '{"status":"open"}'],
      [unknown.hook, '{"n":1}'],
      [undecided.hook, '{"n":1}'],
    ] as const)
      outcomes.push((await ended((await post(hook, body)).deliveryId))['outcome']);
    await post(plain.hook, '{"n":1}');
    expect(outcomes).toEqual(['succeeded', 'succeeded', 'skipped', 'needs_model', 'needs_model']);
    await call('POST', `/automations/${plain.id}/pause`);
    expect(await post(plain.hook, '{"n":3}')).toEqual({ status: 'skipped', reason: 'paused' });
    expect((await call('GET', '/workspace')).json).toMatchObject({
      usage: { automationRuns: 3, inputTokens: 0, outputTokens: 0, cost: free },
    });
  });
});
