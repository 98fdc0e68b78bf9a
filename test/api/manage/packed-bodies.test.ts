import { afterAll, beforeAll, expect, test } from 'vitest';

import { keys } from '#store/records/index.ts';
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

const bodyOf = (order: string) =>
  JSON.stringify({
    order,
    event_id: 'e1',
    status: 'paid',
    notes: Array.from({ length: 100 }, () => 'Ring twice.'),
  });

interface Answer {
  readonly deliveryId: string;
  readonly outcome: string;
  readonly answer: string;
  readonly items: readonly { readonly deliveryId: string }[];
}

async function setUp() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({
    filter: 'Only run when the status is paid',
    instructions: 'Reply "Order {{order}}".',
  });
  const call = async (method: string, path: string, body?: object) =>
    (await (await owner.manage(method, path, body)).json()) as Answer;
  const deliver = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    return (await (await fetch(automation.hook, { method: 'POST', headers, body })).json()) as Answer;
  };
  /** Says what its agent answered, and as what its body is stored. */
  async function told(deliveryId: string) {
    const record = () => call('GET', `/deliveries/${deliveryId}`);
    await expect.poll(async () => (await record()).outcome, { timeout: 30_000 }).toBe('succeeded');
    const body = await (await owner.manage('GET', `/deliveries/${deliveryId}/body`)).text();
    const storedAs = await api.redis.type(keys.body(owner.workspace.id, deliveryId));
    return { ...(await record()), body, storedAs };
  }
  return { ...owner, automation, call, deliver, told };
}

test('a packed body is filtered, run, replayed and found like any other', async () => {
  const { call, deliver, told } = await setUp();
  const { deliveryId } = await deliver(bodyOf('A-1'));
  const expected = {
    answer: expect.stringContaining('Order A-1'),
    arrived: { text: bodyOf('A-1'), sizeBytes: bodyOf('A-1').length },
    body: bodyOf('A-1'),
    storedAs: 'list',
  };
  expect(await told(deliveryId)).toMatchObject(expected);
  const replay = await call('POST', `/deliveries/${deliveryId}/replay`);
  expect(await told(replay.deliveryId)).toMatchObject(expected);
  const found = (await call('GET', '/deliveries?q=Order%20A-1')).items.map((row) => row.deliveryId);
  expect(found).toEqual([replay.deliveryId, deliveryId]);
});

test('a repeat with another body is kept as it arrived, and run from a packed body of its own', async () => {
  const { call, deliver, told } = await setUp();
  const { deliveryId } = await deliver(bodyOf('A-1'));
  await told(deliveryId);
  expect(await deliver(bodyOf('A-2'))).toMatchObject({ status: 'duplicate', deliveryId });
  const run = await call('POST', `/deliveries/${deliveryId}/run-duplicate`, {});
  expect(await told(run.deliveryId)).toMatchObject({
    answer: expect.stringContaining('Order A-2'),
    body: bodyOf('A-2'),
    storedAs: 'list',
  });
  expect(await told(deliveryId)).toMatchObject({ body: bodyOf('A-1') });
});
