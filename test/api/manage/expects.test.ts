import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Automation } from '#contracts/automation.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  [api, target] = await Promise.all([startApi(), startOrderTarget({ key: 'k' })]);
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

async function ended(expects: (host: string) => readonly object[], request = 'POST') {
  const { manage, newAutomation } = await api.newOwner();
  const agents = (await (await manage('GET', '/agents')).json()) as { items: readonly [{ id: string }] };
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'k' };
  await manage('POST', `/agents/${agents.items[0].id}/network-access`, policy);
  const { host } = new URL(target.url);
  const { id, hook } = await newAutomation({
    instructions: `${request} ${target.url}/orders with the order id.`,
    expects: expects(host),
  });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(hook, { method: 'POST', headers, body: '{"order":{"id":7}}' });
  const { deliveryId } = (await response.json()) as { deliveryId: string };
  const read = async () => await (await manage('GET', `/deliveries/${deliveryId}`)).json();
  await expect.poll(async () => ((await read()) as { outcome: string }).outcome).not.toBe('running');
  const replay = await manage('POST', `/automations/${id}/replay`, {});
  return { host, record: await read(), replay: await replay.json() };
}

it('A run that sent what is expected succeeds', async () => {
  const { record } = await ended((host) => [{ method: 'POST', host, path: '/orders' }]);
  expect(record).toMatchObject({ outcome: 'succeeded', by: { kind: 'plan' }, requests: 1 });
});

it('A run without it failed, and is no part of a bulk replay, because it sent something else', async () => {
  const { host, record, replay } = await ended((to) => [{ method: 'POST', host: to, path: '/refunds' }]);
  expect(record).toMatchObject({
    outcome: 'failed',
    reason: `expects: POST ${host}/refunds was not answered with 2xx.`,
    requests: 1,
  });
  expect(replay).toMatchObject({ replayed: 0, leftOut: 1 });
});

it('A run without it is part of a bulk replay where it only read', async () => {
  const { record, replay } = await ended((host) => [{ method: 'POST', host }], 'GET');
  expect(record).toMatchObject({ outcome: 'failed', requests: 1 });
  expect(replay).toMatchObject({ replayed: 1, leftOut: 0 });
});

it('The requests of a plan are expected until the owner writes others, and go with its English', async () => {
  const { manage, newAutomation } = await api.newOwner();
  const { id } = await newAutomation({
    instructions: 'POST https://api.example.com/orders with the order id.',
  });
  const at = `/automations/${id}`;
  const expectedAfter = async (change: object) => {
    const { expects, understood } = (await (await manage('PATCH', at, change)).json()) as Automation;
    return [expects, understood.expects];
  };
  const post = { method: 'POST', host: 'api.example.com' };
  const own = [{ ...post, path: '/refunds' }];
  expect(await expectedAfter({ name: 'Orders' })).toEqual([[], [{ ...post, path: '/orders' }]]);
  expect(await expectedAfter({ expects: own })).toEqual([own, undefined]);
  const other = { instructions: 'POST https://api.example.com/orders/{{id}} with the order id.' };
  expect(await expectedAfter({ ...other, expects: [] })).toEqual([[], [post]]);
  expect(await expectedAfter({ instructions: 'Summarise the delivery.' })).toEqual([[], undefined]);
});

it('A condition of what is expected that does not compile is refused', async () => {
  const { manage, newAutomation } = await api.newOwner();
  const { id } = await newAutomation({});
  const expects = [{ method: 'POST', host: 'api.example.com', when: 'body.a =' }];
  const response = await manage('PATCH', `/automations/${id}`, { expects });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 'INVALID_CONDITION', line: 1 },
  ]);
});
