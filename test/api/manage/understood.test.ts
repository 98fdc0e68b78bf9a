import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Automation } from '#contracts/automation.ts';
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

async function newOwner() {
  const { manage, workspace } = await api.newOwner();
  const call = async (method: string, path: string, body?: object) =>
    (await (await manage(method, path, body)).json()) as Automation;
  const create = (content: object) =>
    call('POST', '/automations', { name: 'Orders', instructions: 'Summarise the delivery.', ...content });
  /** The id of the delivery; all slots may be taken for a moment. */
  const deliver = async ({ url }: Automation, body: unknown) => {
    const hook = (url ?? '').replace(api.config.PUBLIC_URL, api.url);
    const sent = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    let deliveryId: string | undefined;
    await expect
      .poll(async () => {
        const response = await fetch(hook, sent);
        deliveryId = ((await response.json()) as { deliveryId?: string }).deliveryId;
        return response.status;
      })
      .toBe(200);
    return deliveryId!;
  };
  return { workspace, call, create, deliver };
}

describe('the meaning of an automation', () => {
  it('comes with every answer that shows it: the filter in plain words, and each sentence', async () => {
    const { call, create } = await newOwner();
    const automation = await create({
      filter: 'Only run when the order status is paid',
      instructions: 'Report the order id. Be nice to people.',
    });
    const condition = 'sameText(field("order status"), "paid")';
    expect(automation.understood).toEqual({
      filter: { plain: `Run when ${condition}.`, condition, needsModel: false },
      sentences: [
        { text: 'Report the order id', does: expect.stringContaining('order id'), needsModel: false },
        { text: 'Be nice to people', does: null, needsModel: true },
      ],
    });
    const { understood } = automation;
    const path = `/automations/${automation.id}`;
    expect(await call('GET', path)).toMatchObject({ understood });
    expect(await call('PATCH', path, { name: 'New' })).toMatchObject({ understood });
    expect(await call('POST', `${path}/pause`)).toMatchObject({ understood });
    expect(await call('GET', '/automations')).toMatchObject({ items: [{ understood }] });
  });

  it('says that a filter needs a model where the rules do not understand it, and is null without one', async () => {
    const { call, create } = await newOwner();
    const { id, understood } = await create({ filter: 'the weather is fine, all in all' });
    expect(understood.filter).toEqual({
      plain: null,
      condition: null,
      problem: 'Offline rules do not understand the filter: "the weather is fine, all in all".',
      needsModel: true,
    });
    const unfiltered = await call('PATCH', `/automations/${id}`, { filter: null });
    expect(unfiltered.understood.filter).toBeNull();
  });
});

describe('the effect of the filter on stored deliveries', () => {
  it('is told by read and change, newest first with the evidence, and not by lists', async () => {
    const { call, create, deliver } = await newOwner();
    const automation = await create({ filter: 'order.total is more than 100' });
    expect(automation).not.toHaveProperty('wouldRun');
    const ids: string[] = [];
    for (const total of [50, 150]) ids.unshift(await deliver(automation, { order: { total } }));
    const path = `/automations/${automation.id}`;
    const read = await call('GET', path);
    expect(read.wouldRun).toEqual({
      of: 2,
      run: 1,
      skip: 1,
      unknown: 0,
      warning: null,
      missing: [],
      evidence: [
        {
          deliveryId: ids[0],
          receivedAt: expect.any(String),
          matched: true,
          evidence: expect.stringMatching(/order\.total was 150$/),
        },
        {
          deliveryId: ids[1],
          receivedAt: expect.any(String),
          matched: false,
          evidence: 'order.total was 50',
        },
      ],
    });
    expect(await call('GET', `${path}?wouldRun=false`)).not.toHaveProperty('wouldRun');
    const changed = await call('PATCH', path, { filter: 'order.total is more than 10' });
    expect(changed.wouldRun).toMatchObject({ of: 2, run: 2, skip: 0 });
    const unfiltered = await call('PATCH', path, { filter: null });
    expect(unfiltered.wouldRun).toMatchObject({ of: 2, run: 2, warning: null });
    const { items } = (await call('GET', '/automations')) as unknown as { items: Automation[] };
    expect(items[0]).not.toHaveProperty('wouldRun');
  });

  it('warns where every stored delivery would be skipped, and why', async () => {
    const { call, create, deliver } = await newOwner();
    const automation = await create({});
    for (const total of [1, 2, 3]) await deliver(automation, { status: 'open', total });
    const { wouldRun } = await call('PATCH', `/automations/${automation.id}`, { filter: 'status is paid' });
    expect(wouldRun).toMatchObject({
      skip: 3,
      warning: 'This filter skips all 3 stored deliveries because status was "open".',
    });
  });

  it.each([
    ['staus is paid', { status: 'paid' }, 'no field is called "staus"'],
    [
      'total excedes 100',
      { total: 7 },
      'the rules do not understand "total excedes 100"; did you mean "total exceeds 100"?',
    ],
  ])('warns what keeps "%s" from being decided', async (filter, body, cause) => {
    const { call, create, deliver } = await newOwner();
    const automation = await create({});
    for (const n of [1, 2]) await deliver(automation, { ...body, n });
    const { wouldRun } = await call('PATCH', `/automations/${automation.id}`, { filter });
    expect(wouldRun).toMatchObject({
      unknown: 2,
      warning: `The rules cannot decide this filter on all 2 stored deliveries because ${cause}.`,
    });
  });

  it('warns where only a model could decide', async () => {
    const { call, create, deliver } = await newOwner();
    const automation = await create({});
    for (const n of [1, 2]) await deliver(automation, { n });
    const { wouldRun } = await call('PATCH', `/automations/${automation.id}`, {
      filter: 'The customer sounds angry',
    });
    expect(wouldRun).toMatchObject({
      of: 2,
      unknown: 2,
      warning: expect.stringMatching(
        /^The rules cannot decide this filter on all 2 stored deliveries because /,
      ),
    });
  });

  it('looks at no more than 20 deliveries with 500 KB together, and passes over larger ones', async () => {
    const { call, create, deliver } = await newOwner();
    const [small, large] = [await create({}), await create({ name: 'Large' })];
    for (let n = 0; n < 22; n += 1) await deliver(small, { n });
    for (const [n, chars] of [10, 200_000, 900_000, 200_000, 200_000].entries())
      await deliver(large, { n, text: 'x'.repeat(chars) });
    expect((await call('GET', `/automations/${small.id}`)).wouldRun?.of).toBe(20);
    expect((await call('GET', `/automations/${large.id}`)).wouldRun?.of).toBe(3);
  });

  it('passes over a delivery whose record is damaged', async () => {
    const { workspace, call, create, deliver } = await newOwner();
    const automation = await create({ filter: 'n is 2' });
    const damaged = await deliver(automation, { n: 1 });
    await deliver(automation, { n: 2 });
    await api.redis.hSet(keys.run(workspace.id, damaged), 'headers', '{"not');
    expect((await call('GET', `/automations/${automation.id}`)).wouldRun).toMatchObject({ of: 1, run: 1 });
  });
});

it('Texts of a new automation are read for its sender, as they would be saved', async () => {
  const { call, create } = await newOwner();
  const texts = {
    filter: 'amount due is over 100.00',
    instructions: 'Summarise the delivery.',
    sender: 'stripe',
  };
  const draft = (await call('POST', '/automations/understood', texts)) as Pick<Automation, 'understood'>;
  expect(draft.understood.filter).toMatchObject({ needsModel: true, proposedBy: 'rules' });
  expect((await create(texts)).understood.filter).toEqual(draft.understood.filter);
});
