import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createRuns } from '#store/run/runs.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

/** The statuses that the target answers by path; else 201. */
const statuses = new Map<string, number>();

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  const answer = async (
    { path }: { path: string },
    response: { writeHead: (status: number) => { end: () => void } },
  ) => {
    response.writeHead(statuses.get(path) ?? 201).end();
    await Promise.resolve();
  };
  [api, target] = await Promise.all([startApi(), startOrderTarget({ key: 'k', answer })]);
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

type Json = Record<string, unknown>;

/** An automation that posts to these paths of the target, in this order. */
async function setUp(...paths: readonly string[]) {
  const owner = await api.newOwner();
  const instructions = paths.map((path) => `POST ${target.url}${path} with the order id.`).join(' ');
  const automation = await owner.newAutomation({ instructions, retry: { tries: 1 } });
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'k' };
  await owner.manage('POST', `/agents/${automation.agentId}/network-access`, policy);

  async function call(method: string, path: string, body?: object) {
    const response = await owner.manage(method, path, body);
    return { status: response.status, json: (await response.json()) as Json };
  }
  const read = async (path: string) => (await call('GET', path)).json;
  async function settled(deliveryId: string) {
    const outcome = async () => (await read(`/deliveries/${deliveryId}`))['outcome'];
    await expect.poll(outcome).not.toBe('running');
  }
  async function start(id: number): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ order: { id } });
    const response = await fetch(automation.hook, { method: 'POST', headers, body });
    return ((await response.json()) as { deliveryId: string }).deliveryId;
  }
  async function deliver(id: number): Promise<string> {
    const deliveryId = await start(id);
    await settled(deliveryId);
    return deliveryId;
  }
  const causes = async (query = '') => (await read(`/causes${query}`))['items'] as Json[];
  const replay = (body: object) => call('POST', `/automations/${automation.id}/replay`, body);
  const sentTo = (path: string) => target.seen.filter((one) => one.path === path).map(({ body }) => body);
  return { ...owner, automation, call, read, settled, start, deliver, causes, replay, sentTo };
}

describe('GET /manage/causes', () => {
  it('groups what failed by automation, target and status, the newest first', async () => {
    const { automation, deliver, causes, read } = await setUp('/grouped');
    statuses.set('/grouped', 503);
    const first = await deliver(1);
    const last = await deliver(2);
    statuses.set('/grouped', 422);
    const other = await deliver(3);
    statuses.delete('/grouped');
    await deliver(4);
    const { host } = new URL(target.url);
    const shared = {
      causeId: expect.stringContaining(`${automation.id}.`),
      kind: 'answered',
      target: host,
      automationId: automation.id,
      automationName: 'Orders',
      outcome: 'failed',
    };
    const at = (deliveryId: string) => ({ deliveryId, receivedAt: expect.any(String) });
    const found = await causes();
    expect(found).toEqual([
      { ...shared, status: 422, count: 1, open: 1, first: at(other), last: at(other) },
      { ...shared, status: 503, count: 2, open: 2, first: at(first), last: at(last) },
    ]);
    expect(await causes(`?automationId=${automation.id}`)).toEqual(found);
    expect(await causes('?to=2026-01-01T00:00:00Z')).toEqual([]);
    const causeId = String(found[1]?.['causeId']);
    expect(await read(`/deliveries?causeId=${causeId}`)).toMatchObject({
      items: [
        { deliveryId: last, failure: { causeId } },
        { deliveryId: first, failure: { causeId } },
      ],
      nextCursor: null,
    });
  });

  it("has nothing of another workspace's, and no cause without deliveries", async () => {
    const { deliver, causes } = await setUp('/own');
    statuses.set('/own', 500);
    await deliver(1);
    const [{ causeId } = {} as Json] = await causes();
    const stranger = await setUp('/own');
    expect(await stranger.causes()).toEqual([]);
    expect(await stranger.call('GET', `/causes/${String(causeId)}`)).toMatchObject({ status: 404 });
    expect(await stranger.call('GET', `/causes/${stranger.automation.id}.x`)).toMatchObject({ status: 404 });
    expect(await stranger.replay({ causeId })).toMatchObject({ status: 400 });
    expect(await stranger.call('GET', '/deliveries?causeId=none')).toMatchObject({ status: 400 });
  });
});

describe('POST /manage/automations/{id}/replay with a cause', () => {
  it('sends each delivery of the cause once, however often it is called, and nothing of another cause', async () => {
    const { call, deliver, causes, read, replay, settled, sentTo } = await setUp('/down');
    statuses.set('/down', 422);
    await deliver(0);
    statuses.set('/down', 503);
    for (const id of [1, 2, 3]) await deliver(id);
    const [{ causeId } = {} as Json] = await causes();
    expect(await read(`/causes/${String(causeId)}`)).toMatchObject({
      count: 3,
      open: 3,
      replayable: 3,
      leftOut: [],
    });
    statuses.delete('/down');
    const before = sentTo('/down').length;
    const { json } = await replay({ causeId });
    expect(json).toMatchObject({ replayed: 3, leftOut: 0, leftOutDeliveries: [], remaining: 0 });
    for (const id of json['deliveryIds'] as string[]) await settled(id);
    expect(await replay({ causeId })).toMatchObject({ json: { replayed: 0, replayedBefore: 3, leftOut: 3 } });
    const sent = sentTo('/down').slice(before);
    expect(sent).toHaveLength(3);
    expect(new Set(sent).size).toBe(3);
    expect(await read(`/causes/${String(causeId)}`)).toMatchObject({ count: 3, open: 0, replayable: 0 });
    expect(await call('GET', '/deliveries?outcome=failed&succeededLater=exclude')).toMatchObject({
      json: { items: [{ failure: { status: 422 } }] },
    });
  });

  it('leaves out, with the reason, what wrote before it failed, which one replay of its own repeats', async () => {
    const { call, deliver, causes, read, replay, settled, sentTo } = await setUp('/written', '/then');
    statuses.set('/then', 500);
    const failed = await deliver(1);
    const [{ causeId } = {} as Json] = await causes();
    const { host } = new URL(target.url);
    const reason = `POST ${host}/written was already answered 201: a replay would send it again.`;
    const leftOut = [{ deliveryId: failed, reason }];
    expect(await read(`/causes/${String(causeId)}`)).toMatchObject({ open: 1, replayable: 0, leftOut });
    const none = { replayed: 0, leftOut: 1, leftOutDeliveries: leftOut, remaining: 0 };
    expect(await replay({ causeId })).toMatchObject({ status: 202, json: none });
    expect(await replay({})).toMatchObject({ status: 202, json: none });
    expect(await replay({ deliveryIds: [failed] })).toMatchObject({ status: 202, json: none });
    expect(sentTo('/written')).toHaveLength(1);
    statuses.delete('/then');
    const { json } = await call('POST', `/deliveries/${failed}/replay`);
    await settled(String(json['deliveryId']));
    expect(sentTo('/written')).toHaveLength(2);
  });

  it('replays an unknown effect only where its outcome is asked for', async () => {
    const { workspace, automation, start, causes, read, replay } = await setUp('/held/unknown');
    const deliveryId = await start(1);
    await expect.poll(() => target.holding('/held/unknown')).toBe(1);
    const run = {
      kind: 'delivery',
      workspaceId: workspace.id,
      automationId: automation.id,
      deliveryId,
    } as const;
    await createRuns({ redis: api.redis }).finish(run, { outcome: 'failed', reason: null });
    target.release('/held/unknown');
    const [{ causeId } = {} as Json] = await causes();
    const unknown = { kind: 'unknown', target: null, outcome: 'unknown_effect', open: 1, replayable: 0 };
    expect(await read(`/causes/${String(causeId)}`)).toMatchObject({ ...unknown, leftOut: [] });
    expect(await replay({ causeId })).toMatchObject({ json: { replayed: 0, remaining: 0 } });
    expect(await replay({ causeId, outcome: 'unknown_effect' })).toMatchObject({ json: { replayed: 1 } });
  });

  it('takes no ids beside it', async () => {
    const { deliver, causes, replay } = await setUp('/beside');
    statuses.set('/beside', 500);
    const deliveryId = await deliver(1);
    const [{ causeId } = {} as Json] = await causes();
    expect(await replay({ causeId, deliveryIds: [deliveryId] })).toMatchObject({ status: 400 });
  });
});
