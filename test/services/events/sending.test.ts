import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EventAttempt } from '#contracts/event-target.ts';
import { createEventWaker } from '#events/wake.ts';
import { createEventNotes } from '#store/event/note-event.ts';
import { createSentEvents } from '#store/event/sent-events.ts';
import { createLoopLinks } from '#store/loop-links.ts';
import { createVault } from '#store/secret/vault.ts';
import { createEventStarter } from '#temporal/event-starter.ts';
import { httpTarget, type Received } from '#test/adapters/egress/support/target.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { silentLogger } from '#test/support/silent-logger.ts';
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

const patience = { timeoutMs: 90_000 };

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

/** A receiver that answers what the test says of each try of an event. */
function receiver(answerTo: (tries: number, id: string) => Answer = () => ({ status: 200 })) {
  const counts = new Map<string, number>();
  return httpTarget(({ headers }, response) => {
    const id = String(headers['webhook-id']);
    counts.set(id, (counts.get(id) ?? 0) + 1);
    const { status, headers: given = {} } = answerTo(counts.get(id) ?? 0, id);
    response.writeHead(status, given).end();
  });
}

/** A workspace with a target of its events. */
async function newTarget({ url }: { readonly url: string }, events = ['automation.changed']) {
  const owner = await api.newOwner();
  const created = await owner.manage('POST', '/event-targets', { url, events });
  const { id: targetId, secret } = (await created.json()) as { id: string; secret: string };
  const workspaceId = owner.workspace.id;
  const sentEvents = createSentEvents({ redis: api.redis });
  const eventStarter = createEventStarter({ client: api.temporal.client, taskQueue: api.runsQueue });
  const waker = createEventWaker({ sentEvents, eventStarter, logger: silentLogger });
  const notes = createEventNotes({ redis: api.redis });

  /** Notes an event, for which nothing is woken yet. */
  const note = (subject: string, at = Date.now()) =>
    notes.note(workspaceId, {
      kind: 'automation.changed',
      subject,
      at,
      facts: { automationId: 'aut_none', change: 'changed', revision: 1 },
    });

  const attempts = async () =>
    (
      (await (await owner.manage('GET', `/event-targets/${targetId}/attempts?limit=200`)).json()) as {
        items: EventAttempt[];
      }
    ).items;

  const settled = (count: number) =>
    until(
      `${count} events are over`,
      async () => {
        const items = await attempts();
        const isOver = items.length >= count && items.every(({ state }) => state !== 'sending');
        return isOver ? items : undefined;
      },
      patience,
    );

  return { owner, workspaceId, targetId, secret, note, waker, attempts, settled };
}

/** The body of an event, verified by the official package. */
const verified = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    readonly type: string;
    readonly sequence: number;
    readonly data: Readonly<Record<string, unknown>>;
  };

const idOf = ({ headers }: Received) => String(headers['webhook-id']);

describe('a target that fails half of the events', () => {
  it('receives each of them at least once, under one id, number and content, signed', async () => {
    await using target = await receiver((tries, id) =>
      tries === 1 && id.charCodeAt(4) % 2 === 0 ? { status: 503 } : { status: 200 },
    );
    const { workspaceId, targetId, secret, note, waker, settled } = await newTarget(target);
    for (let n = 0; n < 60; n += 1) await note(`event ${n}`);
    await waker.wake(workspaceId, [targetId]);
    const attempts = await settled(60);
    expect(attempts.map(({ state }) => state)).toEqual(Array.from({ length: 60 }, () => 'delivered'));
    const byId = Map.groupBy(target.received, idOf);
    expect([...byId.keys()].toSorted()).toEqual(attempts.map(({ id }) => id).toSorted());
    const failed = attempts.filter(({ tries }) => tries.length > 1);
    expect(failed.length).toBeGreaterThan(5);
    expect(target.received).toHaveLength(60 + failed.length);
    const sequences = [...byId.values()].map((received) => {
      expect(new Set(received.map(({ body }) => body)).size).toBe(1);
      return received.map((one) => verified(secret, one).sequence)[0]!;
    });
    expect(sequences.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    );
  });
});

describe('an event that fails', () => {
  it('waits as long as the target asks for, and is sent again at once when its owner says so', async () => {
    await using target = await receiver((tries) =>
      tries === 1 ? { status: 429, headers: { 'Retry-After': '600' } } : { status: 200 },
    );
    const { owner, workspaceId, targetId, note, waker, attempts, settled } = await newTarget(target);
    await note('one');
    await waker.wake(workspaceId, [targetId]);
    const tried = await until(
      'the first try',
      async () => (await attempts()).find(({ tries }) => tries.length === 1),
      patience,
    );
    const [first] = tried.tries;
    expect(tried).toMatchObject({
      state: 'sending',
      tries: [{ status: 429, error: 'The URL answered 429.' }],
    });
    expect(Date.parse(tried.nextTryAt!) - Date.parse(first!.at)).toBeGreaterThanOrEqual(600_000);
    const again = await owner.manage('POST', `/event-targets/${targetId}/attempts/${tried.id}/send`);
    expect([again.status, await again.json()]).toMatchObject([202, { id: tried.id, state: 'sending' }]);
    expect(await settled(1)).toMatchObject([
      { state: 'delivered', tries: [{ status: 429 }, { status: 200 }] },
    ]);
    expect(new Set(target.received.map(idOf))).toEqual(new Set([tried.id]));
    // Also one that was delivered.
    await owner.manage('POST', `/event-targets/${targetId}/attempts/${tried.id}/send`);
    await until('the third', () => target.received.length === 3, patience);
  });

  it('is not tried again where the target answers 410 or is turned off', async () => {
    await using target = await receiver(() => ({ status: 410 }));
    const { owner, workspaceId, targetId, note, waker, settled } = await newTarget(target);
    await note('gone');
    await waker.wake(workspaceId, [targetId]);
    expect(await settled(1)).toMatchObject([{ state: 'failed', tries: [{ status: 410 }], nextTryAt: null }]);
    await note('off');
    await owner.manage('PATCH', `/event-targets/${targetId}`, { state: 'off' });
    await waker.wake(workspaceId, [targetId]);
    const [off] = await settled(2);
    expect(off).toMatchObject({ state: 'failed', tries: [{ error: 'The target is turned off.' }] });
    expect(await note('while it is off')).toEqual([]);
    expect(target.received).toHaveLength(1);
  });
});

describe('an event whose process dies before it wakes the sender', () => {
  it('is sent by the sweep', async () => {
    await using target = await receiver();
    const { workspaceId, note, waker, settled } = await newTarget(target);
    await note('one');
    expect((await waker.resume(workspaceId)).done).toBe(0);
    await note('overdue', Date.now() - 61_000);
    expect(await waker.resume(workspaceId)).toEqual({ done: 1, failures: [] });
    expect((await settled(2)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });
});

describe('a secret that is replaced', () => {
  it('signs beside the former one for a day', async () => {
    await using target = await receiver();
    const { owner, workspaceId, targetId, secret, note, waker, settled } = await newTarget(target);
    const replaced = await owner.manage('POST', `/event-targets/${targetId}/secret`);
    const { secret: fresh, formerSecretUntil } = (await replaced.json()) as {
      secret: string;
      formerSecretUntil: string;
    };
    expect(fresh).not.toBe(secret);
    expect(Date.parse(formerSecretUntil) - Date.now()).toBeGreaterThan(23 * 60 * 60_000);
    await note('one');
    await waker.wake(workspaceId, [targetId]);
    await settled(1);
    const [received] = target.received;
    for (const valid of [secret, fresh]) expect(verified(valid, received!).type).toBe('automation.changed');
    expect(String(received!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`, received!)).toThrow();
  });
});

describe('events of an automation', () => {
  it('tell what was done to it, and carry the link by which a loop is known', async () => {
    await using target = await receiver();
    const { owner, workspaceId, targetId, secret, settled } = await newTarget(target);
    const { id } = await owner.newAutomation();
    await owner.manage('PATCH', `/automations/${id}`, { name: 'Renamed' });
    await owner.manage('POST', `/automations/${id}/pause`);
    await owner.manage('POST', `/automations/${id}/resume`);
    await owner.manage('DELETE', `/automations/${id}`);
    await settled(5);
    const told = target.received
      .map((one) => verified(secret, one))
      .toSorted((one, other) => one.sequence - other.sequence);
    expect(told.map(({ data }) => [data['automationId'], data['change'], data['revision']])).toEqual([
      [id, 'created', 1],
      [id, 'changed', 2],
      [id, 'paused', 2],
      [id, 'resumed', 2],
      [id, 'deleted', 2],
    ]);
    const links = createLoopLinks({ vault: createVault(api.config.MASTER_KEYS) });
    expect(links.read(String(target.received[0]!.headers['x-reveille-loop']))).toEqual({
      workspaceId,
      cause: targetId,
      round: 0,
    });
  });
});
