import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { arrivalWith } from '#test/support/run.ts';
import { startApi } from '#test/support/service.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createRuns } from '#store/run/runs.ts';
import { keys } from '#store/records/index.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

interface Answer {
  status: string;
  reason?: string;
  deliveryId: string;
}

async function newOwner(budget: object | null) {
  const owner = await api.newOwner();
  // The day of the budget begins at another moment than that of UTC.
  await owner.manage('PATCH', '/workspace', { timeZone: 'Pacific/Kiritimati' });
  const automation = await owner.newAutomation();
  const change = async (given: object) => {
    const response = await owner.manage('PATCH', `/automations/${automation.id}`, given);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  if (budget !== null) expect((await change({ budget })).status).toBe(200);
  const deliver = async (eventId: string, body = '{}') => {
    const response = await fetch(automation.hook, {
      method: 'POST',
      headers: { 'x-service-event-id': eventId },
      body,
    });
    return (await response.json()) as Answer;
  };
  const used = async () =>
    ((await (await owner.manage('GET', `/automations/${automation.id}`)).json()) as Record<string, unknown>)[
      'budgetUsed'
    ];
  const hook = { workspaceId: owner.workspace.id, automationId: automation.id };
  const end = async (deliveryId: string, outcome: 'succeeded' | 'skipped', tokens = 0, micros = 0) => {
    const run = { kind: 'delivery', ...hook, deliveryId } as const;
    const runs = createRuns(api);
    await runs.saveFilter(
      run,
      { text: 'x', matched: true, evidence: 'x' },
      {
        usage: {
          inputTokens: tokens,
          outputTokens: 0,
          reasoningTokens: 0,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
          isReported: true,
        },
        cost: { state: 'known', amountMicros: micros, currency: 'USD', priceTable: null },
      },
    );
    await runs.finish(run, { outcome, reason: null });
  };
  return { ...owner, automation, change, deliver, used, hook, end };
}

describe('a budget of runs', () => {
  test('is never exceeded, however many deliveries arrive at once', async () => {
    const { deliver, used } = await newOwner({ runs: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => deliver(`e${n}`)));
    const accepted = answers.filter(({ status }) => status === 'accepted');
    expect(accepted).toHaveLength(3);
    expect(answers.filter(({ status }) => status !== 'accepted')).toEqual(
      Array.from({ length: 5 }, () => ({ status: 'skipped', reason: 'budget' })),
    );
    expect(await used()).toMatchObject({ runs: 3, tokens: 0, amountMicros: 0 });
  });

  test('lets a duplicate be one, and keeps what it skips with its body', async () => {
    const { deliver, manage, automation } = await newOwner({ runs: 1 });
    const { deliveryId } = await deliver('e1');
    expect(await deliver('e1')).toMatchObject({ status: 'duplicate', deliveryId });
    await deliver('e2', 'kept');
    const path = `/automations/${automation.id}/activity?outcome=skipped`;
    const { items } = (await (await manage('GET', path)).json()) as { items: Record<string, string>[] };
    expect(items).toMatchObject([{ outcome: 'skipped', reason: 'budget', eventId: 'e2' }]);
    const body = await manage('GET', `/deliveries/${items[0]!['deliveryId']}/body`);
    expect(await body.text()).toBe('kept');
    const replay = await manage('POST', `/deliveries/${items[0]!['deliveryId']}/replay`);
    expect([replay.status, await replay.json()]).toMatchObject([
      404,
      { hint: expect.stringContaining('run-skipped') },
    ]);
  });

  test('gets back what its filter skipped and what could not be started', async () => {
    const { deliver, used, end, hook } = await newOwner({ runs: 2 });
    const { deliveryId } = await deliver('e1');
    await end(deliveryId, 'skipped');
    expect(await used()).toMatchObject({ runs: 0 });
    const admissions = createAdmissions(api);
    const arrival = arrivalWith({ eventId: 'e2' });
    expect(await admissions.admit(hook, arrival, { attempt: 'new' })).toMatchObject({ status: 'claimed' });
    expect(await used()).toMatchObject({ runs: 1 });
    await admissions.withdraw(hook, arrival.deliveryId);
    expect(await used()).toMatchObject({ runs: 0 });
  });

  test('counts a delivery once whose claim was lost and that comes again', async () => {
    const { used, hook, deliver } = await newOwner({ runs: 1 });
    const admissions = createAdmissions(api);
    const arrival = arrivalWith({ eventId: 'e2' });
    for (let round = 0; round < 2; round += 1) {
      expect(await admissions.admit(hook, arrival, { attempt: 'new' })).toMatchObject({ status: 'claimed' });
      // As its lease does.
      await api.redis.del(keys.run(hook.workspaceId, arrival.deliveryId));
    }
    expect(await used()).toMatchObject({ runs: 1 });
    expect(await deliver('other')).toMatchObject({ reason: 'budget' });
  });

  test('holds for replays, and a change of it at once', async () => {
    const { deliver, manage, change } = await newOwner({ runs: 1 });
    const { deliveryId } = await deliver('e1');
    const refused = await manage('POST', `/deliveries/${deliveryId}/replay`);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { message: 'deliveryId: the budget is used up' },
    ]);
    await change({ budget: { runs: 2 } });
    expect((await manage('POST', `/deliveries/${deliveryId}/replay`)).status).toBe(201);
    expect(await deliver('e3')).toMatchObject({ reason: 'budget' });
    expect((await change({ budget: null })).json).toMatchObject({ budget: null, budgetUsed: null });
    expect(await deliver('e3')).toMatchObject({ status: 'accepted' });
  });

  test('is of a day of the workspace, also after that has moved', async () => {
    const { deliver, manage } = await newOwner({ runs: 1 });
    expect(await deliver('e1')).toMatchObject({ status: 'accepted' });
    expect(await deliver('e2')).toMatchObject({ reason: 'budget' });
    // A day apart, whatever the time is.
    await manage('PATCH', '/workspace', { timeZone: 'Pacific/Pago_Pago' });
    expect(await deliver('e2')).toMatchObject({ status: 'accepted' });
  });
});

describe('a budget of tokens or money', () => {
  test.each([
    [{ tokens: 100 }, 100, 0],
    [{ amountMicros: 500 }, 0, 500],
  ])('%j refuses once that much is known to be used', async (budget, tokens, micros) => {
    const { deliver, end, used } = await newOwner(budget);
    const { deliveryId } = await deliver('e1');
    expect(await deliver('e2')).toMatchObject({ status: 'accepted' });
    await end(deliveryId, 'succeeded', tokens, micros);
    expect(await used()).toMatchObject({ runs: 2, tokens, amountMicros: micros });
    expect(await deliver('e3')).toEqual({ status: 'skipped', reason: 'budget' });
  });
});

describe('a budget of a month', () => {
  test('holds beside that of the day, and counts runs as that does', async () => {
    const { deliver, used, end, hook } = await newOwner({ runs: 9, perMonth: { runs: 2 } });
    const { deliveryId } = await deliver('e1');
    expect(await deliver('e2')).toMatchObject({ status: 'accepted' });
    expect(await deliver('e3')).toEqual({ status: 'skipped', reason: 'budget' });
    expect(await used()).toMatchObject({ runs: 2, perMonth: { runs: 2 } });
    await end(deliveryId, 'skipped');
    expect(await used()).toMatchObject({ runs: 1, perMonth: { runs: 1 } });
    const admissions = createAdmissions(api);
    const arrival = arrivalWith({ eventId: 'e4' });
    await admissions.admit(hook, arrival, { attempt: 'new' });
    expect(await deliver('e5')).toMatchObject({ reason: 'budget' });
    await admissions.withdraw(hook, arrival.deliveryId);
    expect(await deliver('e5')).toMatchObject({ status: 'accepted' });
  });

  test.each([
    [{ tokens: 100 }, 100, 0],
    [{ amountMicros: 500 }, 0, 500],
  ])('%j refuses once that much is used', async (perMonth, tokens, micros) => {
    const { deliver, end, used } = await newOwner({ perMonth });
    await end((await deliver('e1')).deliveryId, 'succeeded', tokens, micros);
    expect(await used()).toMatchObject({ perMonth: { runs: 1, tokens, amountMicros: micros } });
    expect(await deliver('e2')).toEqual({ status: 'skipped', reason: 'budget' });
  });
});

describe('a budget of a workspace', () => {
  test('is set by the operator, shown to its owner, and shared by its automations', async () => {
    const { workspace, manage, deliver, end, newAutomation } = await newOwner(null);
    const change = async (budget: object | null) => {
      const response = await fetch(`${api.url}/manage/workspaces/${workspace.id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${api.config.ADMIN_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ budget }),
      });
      return { status: response.status, json: await response.json() };
    };
    const budget = { perMonth: { tokens: 100 } };
    expect(await change(budget)).toMatchObject({ status: 200, json: { budget } });
    expect(await change({ perMonth: {} })).toMatchObject({ status: 400 });
    await end((await deliver('e1')).deliveryId, 'succeeded', 100, 7);
    const limits = async () =>
      ((await (await manage('GET', '/workspace')).json()) as { limits: Record<string, unknown> }).limits;
    expect(await limits()).toMatchObject({ budget, budgetUsed: { runs: 1, tokens: 100, amountMicros: 7 } });
    const other = await newAutomation();
    const answer = await fetch(other.hook, { method: 'POST', body: 'x' });
    expect(await answer.json()).toEqual({ status: 'skipped', reason: 'budget' });
    expect(await change(null)).toMatchObject({ json: { budget: null } });
    expect(await limits()).toMatchObject({ budget: null, budgetUsed: null });
    expect(await deliver('e2')).toMatchObject({ status: 'accepted' });
  });
});

describe('kept deliveries', () => {
  test('has an end: then a delivery over the budget is refused, and one of a paused automation loses its body', async () => {
    const { deliver, hook, change, manage, automation } = await newOwner({ runs: 1 });
    await deliver('e1');
    await api.redis.hSet(keys.keptDeliveries(hook.workspaceId, hook.automationId), 'dlv_other', 19_999_990);
    const full = await fetch(automation.hook, { method: 'POST', body: '12345678901' });
    expect([full.status, await full.json()]).toMatchObject([429, { code: 'STORAGE_EXCEEDED' }]);
    expect(full.headers.get('retry-after')).toBe('59');
    expect(await deliver('e2', '1234567890')).toEqual({ status: 'skipped', reason: 'budget' });
    await change({ budget: null });
    await manage('POST', `/automations/${automation.id}/pause`);
    expect(await deliver('e3', '1')).toEqual({ status: 'skipped', reason: 'paused' });
    const { items } = (await (
      await manage('GET', `/automations/${automation.id}/activity?outcome=skipped`)
    ).json()) as { items: { deliveryId: string }[] };
    const statuses = items.map(
      async ({ deliveryId }) => (await manage('GET', `/deliveries/${deliveryId}/body`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 200]);
  });
});

test.each([
  [{}, 'budget: must have runs, tokens or amountMicros'],
  [{ runs: 0 }, 'budget.runs: '],
  [{ perMonth: {} }, 'budget.perMonth: must have runs, tokens or amountMicros'],
  [{ tokens: 1.5 }, 'budget.tokens: '],
  [{ runs: '7' }, 'budget.runs: '],
])('a budget of %j is refused', async (budget, message) => {
  const { change } = await newOwner(null);
  expect(await change({ budget })).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining(message) },
  });
});

test('a budget that cannot be read holds nothing up', async () => {
  const { deliver, hook } = await newOwner({ runs: 1 });
  await api.redis.hSet(keys.automation(hook.workspaceId, hook.automationId), 'budget', '{"runs":');
  expect(await deliver('e1')).toMatchObject({ status: 'accepted' });
  expect(await deliver('e2')).toMatchObject({ status: 'accepted' });
});
