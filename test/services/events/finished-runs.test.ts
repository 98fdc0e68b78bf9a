import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EventAttempt } from '#contracts/event-target.ts';
import { createSentEvents } from '#store/event/sent-events.ts';
import { keys } from '#store/records/index.ts';
import { createEventStarter } from '#temporal/event-starter.ts';
import { httpTarget, type Received } from '#test/adapters/egress/support/target.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

const patience = { timeoutMs: 60_000 };

/** A workspace with an automation, and a target of its events. */
async function setUp(target: { readonly url: string }, given: object = { events: ['run.finished'] }) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({ instructions: 'Summarise the delivery.' });
  const created = await owner.manage('POST', '/event-targets', { url: `${target.url}/events`, ...given });
  expect(created.status).toBe(201);
  const { id, secret } = (await created.json()) as { id: string; secret: string };

  async function deliver(text: string): Promise<string> {
    const headers = { 'x-service-event-id': text, 'x-service-reference': 'order-7' };
    const response = await fetch(automation.hook, { method: 'POST', headers, body: `Body ${text}` });
    return ((await response.json()) as { deliveryId: string }).deliveryId;
  }

  async function attempts(): Promise<readonly EventAttempt[]> {
    const response = await owner.manage('GET', `/event-targets/${id}/attempts?limit=200`);
    return ((await response.json()) as { items: EventAttempt[] }).items;
  }

  const settled = (count: number) =>
    until(
      `${count} events are over`,
      async () => {
        const items = await attempts();
        return items.length >= count && items.every(({ state }) => state !== 'sending') ? items : undefined;
      },
      patience,
    );

  return { owner, automation, id, secret, deliver, attempts, settled };
}

/** The body of an event, verified by the official package. */
const verified = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    readonly type: string;
    readonly timestamp: string;
    readonly sequence: number;
    readonly data: Readonly<Record<string, unknown>>;
  };

describe('the end of a run', () => {
  it('is posted once, signed, with the result and without what arrived', async () => {
    await using target = await httpTarget();
    const { owner, automation, secret, deliver, settled } = await setUp(target);
    const deliveryId = await deliver('one');
    const [attempt] = await settled(1);
    expect(attempt).toMatchObject({
      type: 'run.finished',
      state: 'delivered',
      deliveryId,
      tries: [{ status: 200 }],
    });
    expect(target.received).toHaveLength(1);
    const { headers } = target.received[0]!;
    expect(headers['webhook-id']).toBe(attempt?.id);
    expect(headers['x-reveille-loop']).toMatch(/\S/);
    const record = (await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as Record<
      string,
      unknown
    >;
    expect(verified(secret, target.received[0]!)).toEqual({
      type: 'run.finished',
      timestamp: record['finishedAt'],
      sequence: 1,
      data: {
        workspaceId: owner.workspace.id,
        ...Object.fromEntries(
          [
            'deliveryId automationId automationName agentId revision outcome reason eventId sender eventName',
            'reference referenceUrl receivedAt startedAt finishedAt durationMs erasedAt answer warnings',
            'requests cost replayOf result',
          ]
            .flatMap((names) => names.split(' '))
            .map((name) => [name, record[name]]),
        ),
        answerTruncated: false,
        links: {
          delivery: `${api.config.PUBLIC_URL}/console/deliveries/${deliveryId}`,
          automation: `${api.config.PUBLIC_URL}/console/automations/${automation.id}`,
        },
      },
    });
    expect(record).toMatchObject({ outcome: 'succeeded', reference: 'order-7' });
  });
});

describe('an erased delivery', () => {
  it('is told without its content', async () => {
    let status = 503;
    await using target = await httpTarget((_, response) =>
      response.writeHead(status, { 'retry-after': '600' }).end(),
    );
    const { owner, id, secret, deliver, attempts, settled } = await setUp(target);
    const deliveryId = await deliver('private');
    const tried = await until(
      'the first try',
      async () => (await attempts()).find(({ tries }) => tries.length === 1),
      patience,
    );
    expect(target.received[0]?.body).toContain('order-7');
    await owner.manage('DELETE', `/deliveries/${deliveryId}`);
    await until(
      'the erasure',
      async () => {
        const record = await owner.manage('GET', `/deliveries/${deliveryId}`);
        return ((await record.json()) as { erasedAt: string | null }).erasedAt !== null;
      },
      patience,
    );
    status = 200;
    await owner.manage('POST', `/event-targets/${id}/attempts/${tried.id}/send`);
    await settled(1);
    const { data } = verified(secret, target.received[1]!);
    expect(data).toMatchObject({
      deliveryId,
      outcome: 'succeeded',
      reason: null,
      answer: null,
      reference: null,
      warnings: [],
      erasedAt: expect.stringMatching(/^\d/),
    });
    expect(target.received[1]?.body).not.toMatch(/order-7|Body/);
  });
});

describe('requests that a hook refuses', () => {
  it('are told with their count when the minute is over', async () => {
    await using target = await httpTarget();
    const { automation, attempts, id, owner } = await setUp(target, { events: ['delivery.refused'] });
    const large = 'x'.repeat(1_000_001);
    for (let n = 0; n < 3; n += 1)
      expect((await fetch(automation.hook, { method: 'POST', body: large })).status).toBe(413);
    const sent = createSentEvents({ redis: api.redis });
    const target1 = { workspaceId: owner.workspace.id, targetId: id };
    const events = await until(
      'three refusals are noted',
      async () => {
        const found = await Promise.all((await attempts()).map((one) => sent.find(target1, one.id)));
        const counted = found.reduce((sum, one) => sum + (one?.refusals['PAYLOAD_TOO_LARGE'] ?? 0), 0);
        return counted === 3 ? found : undefined;
      },
      patience,
    );
    for (const event of events)
      expect(event).toMatchObject({ type: 'delivery.refused', automationId: automation.id });
    const queue = keys.eventQueue(owner.workspace.id, id);
    for (const event of events) {
      expect(await sent.sendAgain(target1, event!.id)).toBe(true);
      expect(await api.redis.zScore(queue, event!.id)).toBeGreaterThan(event!.at);
      // The minute is over.
      await api.redis.zAdd(queue, { score: 0, value: event!.id });
    }
    await createEventStarter({ client: api.temporal.client, taskQueue: api.runsQueue }).wake(target1);
    await until('all are sent', () => target.received.length >= events.length, patience);
    const told = target.received.map(
      ({ body }) => JSON.parse(body) as { data: { count: number; codes: object } },
    );
    expect(told.reduce((sum, { data }) => sum + data.count, 0)).toBe(3);
    expect(Object.keys(told[0]!.data.codes)).toEqual(['PAYLOAD_TOO_LARGE']);
  });
});
