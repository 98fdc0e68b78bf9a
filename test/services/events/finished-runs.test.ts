import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EventAttempt } from '#contracts/event-target.ts';
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
            'requests cost replayOf',
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
