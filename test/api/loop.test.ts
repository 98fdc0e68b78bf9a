import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createLoopLinks } from '#store/loop-links.ts';
import { createVault } from '#store/secret/vault.ts';
import { readAll, startLoopbackServer } from '#test/support/loopback-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

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

interface Row {
  readonly deliveryId: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly causedBy: { readonly kind: string; readonly id: string | null; readonly round: number } | null;
}

/**
 * A proxy in front of the service: it passes requests on as they are. An agent cannot reach the service itself, not even
 * where loopback is opened. The event id it adds is the same on each try of a request.
 */
async function startFront({
  dropsLoopHeader = () => false,
  failsAfterPassingOn = () => false,
}: {
  readonly dropsLoopHeader?: (count: number) => boolean;
  readonly failsAfterPassingOn?: (count: number) => boolean;
} = {}) {
  let count = 0;
  const answers: object[] = [];
  const server = await startLoopbackServer((request, response) => {
    count += 1;
    const number = count;
    void (async () => {
      const body = await readAll(request);
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      if (dropsLoopHeader(number)) delete headers['x-reveille-loop'];
      const passed = await fetch(`${api.url}${request.url}`, {
        method: 'POST',
        headers: {
          ...(headers as Record<string, string>),
          'x-service-event-id': String(headers['idempotency-key']),
        },
        body,
      });
      answers.push((await passed.json()) as object);
      response.writeHead(failsAfterPassingOn(number) ? 503 : passed.status, { 'retry-after': '1' }).end();
    })();
  });
  return { ...server, requests: () => count, answers };
}

/** Two automations, each of which calls the hook of the other through the front. */
async function setUp(front: { readonly origin: string }) {
  const owner = await api.newOwner();
  const [one, other] = [await owner.newAutomation(), await owner.newAutomation()];
  const throughFront = (url: string) => front.origin + new URL(url).pathname;
  for (const [caller, called] of [
    [one, other],
    [other, one],
  ] as const) {
    const response = await owner.manage('PATCH', `/automations/${caller.id}`, {
      instructions: `POST the payload to ${throughFront(called.url)}.`,
    });
    expect(response.status).toBe(200);
  }
  await owner.manage('POST', `/agents/${one.agentId}/network-access`, { domain: '127.0.0.1' });
  const start = async (headers: Record<string, string> = {}) => {
    const response = await fetch(one.hook, { method: 'POST', headers, body: '{"order":7}' });
    return (await response.json()) as { status: string; deliveryId: string };
  };
  const rows = async (query = '') => {
    const response = await owner.manage('GET', `/deliveries?limit=200${query}`);
    return ((await response.json()) as { items: Row[] }).items;
  };
  const read = async (deliveryId: string) =>
    (await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as Row;
  /** All deliveries in the order of their rounds, once one was stopped and no run goes on. */
  const stopped = async () => {
    const all = async () => (await rows()).toSorted((a, b) => roundOf(a) - roundOf(b));
    await expect
      .poll(async () => {
        const found = await all();
        return found.some(({ reason }) => reason === 'loop') && found.every(isOver);
      })
      .toBe(true);
    return await all();
  };
  return { ...owner, one, other, start, rows, read, stopped };
}

const roundOf = ({ causedBy }: Row) => causedBy?.round ?? 0;
const isOver = ({ outcome }: Row) => outcome !== 'running';

describe('two automations that call each other', () => {
  test('run five rounds, then the next is recorded and wakes nothing; each names what caused it', async () => {
    await using front = await startFront();
    const { start, stopped, rows, manage, one, other } = await setUp(front);
    const { deliveryId } = await start();
    const all = await stopped();
    expect(all.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ...Array.from({ length: 6 }, () => ['succeeded', null]),
      ['skipped', 'loop'],
    ]);
    expect(all[0]).toMatchObject({ deliveryId, causedBy: null });
    for (const [index, row] of all.slice(1).entries())
      expect(row.causedBy).toEqual({ kind: 'delivery', id: all[index]!.deliveryId, round: index + 1 });
    expect(front.answers.at(-1)).toEqual({ status: 'skipped', reason: 'loop' });
    expect(front.requests()).toBe(6);
    expect((await rows(`&causedBy=${deliveryId}`)).map((row) => row.deliveryId)).toEqual([
      all[1]!.deliveryId,
    ]);
    // The header is in no record, and so in no prompt.
    for (const row of all) {
      const record = await (await manage('GET', `/deliveries/${row.deliveryId}`)).text();
      expect(record).not.toMatch(/x-reveille-loop/i);
    }
    for (const { id } of [one, other])
      expect((await (await manage('GET', `/automations/${id}`)).json()) as object).toMatchObject({
        state: 'active',
      });
  });

  test('count a request once that is tried again', async () => {
    await using front = await startFront({ failsAfterPassingOn: (count) => count === 2 });
    const { start, stopped } = await setUp(front);
    await start();
    expect((await stopped()).map(roundOf)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(front.requests()).toBe(7);
    expect(front.answers).toContainEqual(expect.objectContaining({ status: 'duplicate' }));
  });

  test('begin anew where a service in between drops the header', async () => {
    await using front = await startFront({ dropsLoopHeader: (count) => count === 3 });
    const { start, stopped } = await setUp(front);
    await start();
    expect((await stopped()).map(roundOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 4, 5, 6]);
  });

  test('begin anew where their owner runs the delivery that was stopped, which a call for all does not', async () => {
    await using front = await startFront();
    const { start, stopped, manage, rows } = await setUp(front);
    await start();
    const last = (await stopped()).at(-1)!;
    const { automationId } = last as Row & { automationId: string };
    const runSkipped = async (body: object) =>
      await (await manage('POST', `/automations/${automationId}/run-skipped`, body)).json();
    const waiting = await manage('GET', `/automations/${automationId}/skipped`);
    expect(await waiting.json()).toMatchObject({ items: [], total: 0 });
    expect(await runSkipped({})).toMatchObject({ started: 0, remaining: 0 });
    expect(await runSkipped({ deliveryIds: [last.deliveryId] })).toMatchObject({ started: 1 });
    await expect.poll(async () => (await rows()).filter(({ reason }) => reason === 'loop').length).toBe(2);
    expect((await rows()).filter(({ causedBy }) => causedBy === null)).toHaveLength(2);
  });
});

const links = () => createLoopLinks({ vault: createVault(api.config.MASTER_KEYS) });

test('an alert goes on with the loop of the run that it tells of', async () => {
  await using front = await startFront();
  const owner = await api.newOwner();
  const failing = await owner.newAutomation({ instructions: 'Feel what the customer feels.' });
  const told = await owner.newAutomation();
  const created = await owner.manage('POST', '/alerts', {
    name: 'On call',
    automationId: failing.id,
    condition: { kind: 'first_failure' },
    channel: { kind: 'webhook', url: front.origin + new URL(told.url).pathname },
  });
  const { id: ruleId } = (await created.json()) as { id: string };
  const link = { workspaceId: owner.workspace.id, cause: 'dlv_aaaaaaaaaaaaaaaaaaaaaa', round: 4 };
  const headers = { 'x-reveille-loop': links().seal(link) };
  expect((await fetch(failing.hook, { method: 'POST', headers, body: '{}' })).status).toBe(200);
  const activity = async () =>
    (
      (await (await owner.manage('GET', `/automations/${told.id}/activity`)).json()) as {
        items: Row[];
      }
    ).items;
  await expect
    .poll(activity)
    .toMatchObject([
      { outcome: 'skipped', reason: 'loop', causedBy: { kind: 'alert', id: ruleId, round: 6 } },
    ]);
});

describe('the header at the door', () => {
  const quiet = async () => {
    const owner = await api.newOwner();
    const automation = await owner.newAutomation();
    const deliver = async (value: string, eventId: string) => {
      const headers = { 'x-reveille-loop': value, 'x-service-event-id': eventId };
      const response = await fetch(automation.hook, { method: 'POST', headers, body: '{}' });
      return (await response.json()) as { status: string; deliveryId: string };
    };
    const causeOf = async (deliveryId: string) =>
      ((await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as Row).causedBy;
    return { ...owner, automation, deliver, causeOf };
  };

  test('is ignored where it is forged, or sealed by other keys', async () => {
    const { deliver, causeOf, workspace } = await quiet();
    const link = { workspaceId: workspace.id, cause: 'dlv_aaaaaaaaaaaaaaaaaaaaaa', round: 99 };
    const foreign = createLoopLinks({
      vault: createVault([{ id: api.config.MASTER_KEYS[0]!.id, key: Buffer.alloc(32, 9) }]),
    });
    const sealed = links().seal(link);
    const changed = sealed.slice(0, -8) + (sealed.at(-8) === 'A' ? 'B' : 'A') + sealed.slice(-7);
    const forged = [foreign.seal(link), JSON.stringify(link), '99', changed, 'x'.repeat(8_000)];
    for (const [index, value] of forged.entries()) {
      const answer = await deliver(value, `forged-${index}`);
      expect([index, answer]).toMatchObject([index, { status: 'accepted' }]);
      expect(await causeOf(answer.deliveryId)).toBeNull();
    }
  });

  test('stops what comes after the last round, and knows a duplicate as one all the same', async () => {
    const { deliver, causeOf, workspace } = await quiet();
    const link = { workspaceId: workspace.id, cause: 'dlv_aaaaaaaaaaaaaaaaaaaaaa' };
    const accepted = await deliver(links().seal({ ...link, round: 4 }), 'e1');
    expect(accepted).toMatchObject({ status: 'accepted' });
    expect(await causeOf(accepted.deliveryId)).toEqual({ kind: 'delivery', id: link.cause, round: 5 });
    expect(await deliver(links().seal({ ...link, round: 5 }), 'e2')).toEqual({
      status: 'skipped',
      reason: 'loop',
    });
    expect(await deliver(links().seal({ ...link, round: 5 }), 'e1')).toMatchObject({ status: 'duplicate' });
    // Its event id was not taken.
    expect(await deliver('', 'e2')).toMatchObject({ status: 'accepted' });
  });

  test('names nothing of another workspace', async () => {
    const { deliver, causeOf } = await quiet();
    const value = links().seal({ workspaceId: 'ws_other', cause: 'dlv_aaaaaaaaaaaaaaaaaaaaaa', round: 0 });
    expect(await causeOf((await deliver(value, 'e1')).deliveryId)).toEqual({
      kind: 'elsewhere',
      id: null,
      round: 1,
    });
  });

  test.each([
    ['cnv_aaaaaaaaaaaaaaaaaaaa', 'chat'],
    ['alr_aaaaaaaaaaaaaaaaaaaa', 'alert'],
  ])('tells that %s is of a %s', async (cause, kind) => {
    const { deliver, causeOf, workspace } = await quiet();
    const { deliveryId } = await deliver(links().seal({ workspaceId: workspace.id, cause, round: 0 }), 'e1');
    expect(await causeOf(deliveryId)).toEqual({ kind, id: cause, round: 1 });
  });
});
