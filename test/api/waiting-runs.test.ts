import { createServer } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createConcurrencySlots } from '#intake/concurrency-slots.ts';
import { keys } from '#store/records/index.ts';
import { createRuns } from '#store/run/runs.ts';
import { createSlots } from '#store/slots.ts';
import { createRunStates } from '#temporal/run-states.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startGate } from '#test/support/gate.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';
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

type Api = typeof api;
interface Row {
  readonly deliveryId: string;
  readonly outcome: string;
  readonly nextTryAt: string | null;
}
const patience = { timeoutMs: 120_000 };

/** The origin of a port at which nothing listens. */
async function refusingOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => void server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** An owner whose agent may send to loopback. */
async function newOwner(service: Api = api) {
  const { workspace, manage, newAutomation } = await service.newOwner();
  async function automationFor(instructions: string) {
    const automation = await newAutomation({ instructions });
    const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key' };
    await manage('POST', `/agents/${automation.agentId}/network-access`, policy);
    return automation;
  }
  const rows = async (automationId: string) => {
    const answer = await manage('GET', `/automations/${automationId}/activity`);
    return ((await answer.json()) as { items: readonly Row[] }).items;
  };
  const waiting = async (automationId: string, count: number) =>
    await until(
      `${count} runs that wait`,
      async () => {
        const found = (await rows(automationId)).filter(({ nextTryAt }) => nextTryAt !== null);
        return found.length >= count && found;
      },
      patience,
    );
  return { workspace, manage, newAutomation, automationFor, rows, waiting };
}

async function deliver(hook: string, eventId: string): Promise<{ status: string; deliveryId: string }> {
  const answer = await fetch(hook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event_id: eventId }),
  });
  return (await answer.json()) as { status: string; deliveryId: string };
}

async function deliverEight(hook: string) {
  const events = Array.from({ length: 8 }, (_, index) => `evt_${index}`);
  const answers = await Promise.all(events.map((event) => deliver(hook, event)));
  expect(answers.map(({ status }) => status)).toEqual(events.map(() => 'accepted'));
}

test('runs that wait for a target that is away leave the slots to other automations', async () => {
  await using target = await startOrderTarget({ key: 'key' });
  const { workspace, manage, automationFor, rows, waiting } = await newOwner();
  const dead = await automationFor(`POST ${await refusingOrigin()}/orders with JSON {"order": "A-1"}.`);
  const healthy = await automationFor(`POST ${target.url}/orders with JSON {"order": "A-2"}.`);
  await deliverEight(dead.hook);
  const [shown] = await waiting(dead.id, 8);
  expect(await api.redis.zCard(keys.slots(workspace.id))).toBe(0);
  const record = await (await manage('GET', `/deliveries/${shown!.deliveryId}`)).json();
  expect(record).toMatchObject({ outcome: 'running', nextTryAt: shown!.nextTryAt, finishedAt: null });
  // Eight of its own may be under way on a busy machine.
  const isAccepted = async (id: string) => (await deliver(healthy.hook, id)).status === 'accepted';
  for (let n = 0; n < 10; n += 1) await until('it is accepted', () => isAccepted(`evt_${n}`), patience);
  await until('ten orders', () => target.seen.length === 10, patience);
  expect((await rows(dead.id)).every(({ outcome }) => outcome === 'running')).toBe(true);
});

test('a run that waits is shown as retrying, with the time of its next try', async () => {
  const { workspace, automationFor, waiting } = await newOwner();
  const dead = await automationFor(`POST ${await refusingOrigin()}/orders with JSON {"order": "A-1"}.`);
  await deliver(dead.hook, 'evt');
  const [{ deliveryId }] = (await waiting(dead.id, 1)) as [Row];
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(workspace.token);
  const badge =
    /<span class="outcome running">retrying<\/span>\s*<span class="quiet"><time datetime="([^"]+)"/;
  for (const path of [`/console/deliveries/${deliveryId}`, '/console/activity']) {
    const nextTryAt = async () => badge.exec((await visitor.show(path)).text)?.[1];
    await expect.poll(nextTryAt, { message: path, timeout: patience.timeoutMs }).toEqual(expect.any(String));
  }
});

test('runs that wait for their model leave the slots to other deliveries', async () => {
  await using models = await startModelServer(() => ({ text: 'The order is reported.' }));
  const { hostname, port } = new URL(models.origin);
  await using gate = await startGate({ host: hostname, port: Number(port) });
  const env = { MODEL: 'openai-compatible/m', MODEL_BASE_URL: `http://${gate.address}/v1` };
  await using service = await startApi(env);
  await using _worker = await startRunsWorker(service);
  const { newAutomation, rows, waiting } = await newOwner(service);
  gate.set('refusing');
  const { id, hook } = await newAutomation({ instructions: 'Report the order politely.' });
  await deliverEight(hook);
  await waiting(id, 8);
  expect(await deliver(hook, 'ninth')).toMatchObject({ status: 'accepted' });
  gate.set('open');
  await until(
    'nine ends',
    async () => (await rows(id)).filter(({ outcome }) => outcome === 'succeeded').length === 9,
    patience,
  );
});

test('a filter that a model judges waits for a slot, asks nothing meanwhile and is judged once', async () => {
  const isJudgement = ({ text }: { text: string }) => text.includes('You decide whether');
  const isTurn = ({ text }: { text: string }) => !/You (?:decide whether|turn the|translate the)/.test(text);
  await using models = await startModelServer((_, call) => ({
    text: isJudgement(call)
      ? JSON.stringify({ matches: true, confidence: 'sure', reason: 'They are.' })
      : 'The order is reported.',
  }));
  const { hostname, port } = new URL(models.origin);
  await using gate = await startGate({ host: hostname, port: Number(port) });
  await using target = await startOrderTarget({ key: 'key' });
  const env = { MODEL: 'openai-compatible/m', MODEL_BASE_URL: `http://${gate.address}/v1` };
  await using service = await startApi(env);
  await using _worker = await startRunsWorker(service);
  const { workspace, manage, newAutomation, rows, waiting } = await newOwner(service);
  gate.set('refusing');
  const judged = await newAutomation({ instructions: 'Report it.', filter: 'Only people in a hurry.' });
  const { deliveryId } = await deliver(judged.hook, 'evt');
  await waiting(judged.id, 1);
  const byRules = { model: { main: 'offline/rules-1' }, instructions: `POST ${target.url}/held.` };
  const others = await newAutomation(byRules);
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key' };
  await manage('POST', `/agents/${others.agentId}/network-access`, policy);
  const fill = async () => {
    // The one that waits may hold a slot at the moment, for another try at its model.
    for (let n = 0; n < 8; n += 1) await deliver(others.hook, `evt_${n}`);
    return target.holding('/held') === 8;
  };
  await until('eight others hold the slots', fill, patience);
  const openedMs = Date.now();
  gate.set('open');
  const wantedMs = async () => Number(await service.redis.hGet(keys.slotsTurn(workspace.id), 'waitedAt'));
  await until('the filter wants a slot', async () => (await wantedMs()) > openedMs, patience);
  const record = async () => (await manage('GET', `/deliveries/${deliveryId}`)).json();
  expect(await record()).toMatchObject({ outcome: 'running', filter: { matched: null } });
  expect(models.calls).toEqual([]);
  target.release();
  await until('the end', async () => (await rows(judged.id))[0]?.outcome === 'succeeded', patience);
  expect(await record()).toMatchObject({ filter: { matched: true, evidence: 'They are.' } });
  expect([models.calls.filter(isJudgement).length, models.calls.filter(isTurn).length]).toEqual([1, 1]);
});

test('a run whose worker goes while it waits sends its next try once, from another worker', async () => {
  let isAway = true;
  await using target = await startOrderTarget({
    key: 'key',
    answer: async (_, response) => void response.writeHead(isAway ? 503 : 201).end('{}'),
  });
  await using service = await startApi();
  const first = await startRunsWorker(service);
  const { workspace, automationFor, rows, waiting } = await newOwner(service);
  const { id, hook } = await automationFor(`POST ${target.url}/orders with JSON {"order": "A-1"}.`);
  await deliver(hook, 'evt');
  await waiting(id, 1);
  const triesBefore = target.seen.length;
  isAway = false;
  await first[Symbol.asyncDispose]();
  await using _second = await startRunsWorker(service);
  await until('the end', async () => (await rows(id))[0]?.outcome === 'succeeded', patience);
  expect(target.seen).toHaveLength(triesBefore + 1);
  expect((await rows(id))[0]).toMatchObject({ nextTryAt: null });
  expect(await service.redis.zCard(keys.waiting(workspace.id))).toBe(0);
  expect(await service.redis.zCard(keys.slots(workspace.id))).toBe(0);
});

test('a run that an operator terminates while it waits is ended by the sweep', async () => {
  const { workspace, automationFor, rows, waiting } = await newOwner();
  const { id, hook } = await automationFor(
    `POST ${await refusingOrigin()}/orders with JSON {"order": "A-1"}.`,
  );
  await deliver(hook, 'evt');
  await waiting(id, 1);
  const { client } = api.temporal;
  await client.workflow.getHandle(`run/${id}/id/evt`).terminate();
  const { sweep } = createConcurrencySlots({
    slots: createSlots({ redis: api.redis }),
    runs: createRuns({ redis: api.redis }),
    runStarter: { start: () => Promise.reject(new Error('not asked')) },
    runStates: createRunStates({ client }),
  });
  expect(await sweep(workspace.id)).toEqual({ done: 1, failures: [] });
  expect((await rows(id))[0]).toMatchObject({
    outcome: 'failed',
    reason: 'The run was terminated by an operator.',
    nextTryAt: null,
  });
  expect(await api.redis.exists(keys.waiting(workspace.id))).toBe(0);
  expect(await api.redis.exists(keys.waitingOfAutomation(workspace.id, id))).toBe(0);
});

test('a run that waits can be erased', async () => {
  const { workspace, manage, automationFor, waiting } = await newOwner();
  const { id, hook } = await automationFor(
    `POST ${await refusingOrigin()}/orders with JSON {"order": "A-1"}.`,
  );
  const { deliveryId } = await deliver(hook, 'evt');
  await waiting(id, 1);
  expect((await manage('DELETE', `/deliveries/${deliveryId}`)).status).toBe(204);
  expect(await api.redis.exists(keys.waiting(workspace.id))).toBe(0);
  expect(await api.redis.exists(keys.waitingOfAutomation(workspace.id, id))).toBe(0);
});
