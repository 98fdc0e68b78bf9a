import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDeliveries } from '#store/delivery/deliveries.ts';
import { keys } from '#store/records/index.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

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

async function newOwner() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  async function send(eventId: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await fetch(automation.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-event-id': eventId, ...headers },
      body: '{}',
    });
    const { deliveryId } = (await response.json()) as { deliveryId: string };
    const deliveries = createDeliveries({ redis: api.redis, blobs: noBlobs, workflowUrl: () => null });
    await expect
      .poll(async () => (await deliveries.find(owner.workspace.id, deliveryId))?.outcome)
      .not.toBe('running');
    return deliveryId;
  }
  return { ...owner, automation, send };
}

const header =
  'receivedAt,deliveryId,automationId,automationName,eventId,reference,referenceUrl,outcome,reason,durationMs,' +
  'duplicates,lastDuplicateAt,automationRuns,inputTokens,outputTokens,moneyState,amountMicros,currency,result';

describe('GET /manage/deliveries.csv', () => {
  it('has a row for each delivery that the filters let through, newest first, and runs no formula', async () => {
    const { manage, automation, send } = await newOwner();
    await send('evt-1', { 'x-service-reference': '=HYPERLINK("https://evil.example")' });
    const plain = await send('evt-2', { 'x-service-reference': 'Order 7, paid' });
    const response = await manage('GET', '/deliveries.csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="deliveries.csv"');
    const [first, second, third, ...rest] = (await response.text()).split('\r\n');
    expect(first).toBe(header);
    expect(second).toContain(`,${plain},${automation.id},Orders,evt-2,"Order 7, paid",,succeeded,,`);
    expect(third).toContain(`,evt-1,"'=HYPERLINK(""https://evil.example"")",,succeeded,`);
    expect(rest).toEqual(['']);
    const narrowed = await (await manage('GET', '/deliveries.csv?eventId=evt-2')).text();
    expect(narrowed.split('\r\n')).toEqual([header, second, '']);
    expect(await (await manage('GET', '/deliveries.csv?outcome=failed')).text()).toBe(`${header}\r\n`);
  });
});

describe('GET /manage/deliveries.jsonl', () => {
  it('has the rows of the list, one a line, as many as there are', async () => {
    const { manage, workspace, automation, send } = await newOwner();
    const deliveryId = await send('evt-1', { 'x-service-reference': 'two\tparts' });
    // Copies of it: more than are read together.
    const { redis } = api;
    const record = await redis.hGetAll(keys.run(workspace.id, deliveryId));
    for (let index = 0; index < 450; index += 1) {
      const id = `dlv_copy${String(index).padStart(16, '0')}`;
      await redis.hSet(keys.run(workspace.id, id), { ...record, receivedAt: String(index) });
      await redis.zAdd(keys.activity(workspace.id, automation.id), { score: index, value: id });
    }
    const response = await manage('GET', '/deliveries.jsonl');
    expect(response.headers.get('content-type')).toMatch(/^application\/jsonl/);
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines).toHaveLength(451);
    const rows = lines.map((line) => JSON.parse(line) as { deliveryId: string });
    const list = await (await manage('GET', '/deliveries?limit=1')).json();
    expect(list).toMatchObject({ items: [rows[0]] });
    expect(rows[0]?.deliveryId).toBe(deliveryId);
    expect(new Set(rows.map((row) => row.deliveryId)).size).toBe(451);
  });
});

it.each(['csv', 'jsonl'])(
  'deliveries.%s refuses a wrong filter, and shows nothing of others',
  async (type) => {
    const { send } = await newOwner();
    await send('evt-1');
    const stranger = await newOwner();
    expect((await stranger.manage('GET', `/deliveries.${type}?outcome=done`)).status).toBe(400);
    expect(await (await stranger.manage('GET', `/deliveries.${type}`)).text()).not.toContain('evt-1');
    expect((await fetch(`${api.url}/manage/deliveries.${type}`)).status).toBe(401);
  },
);
