import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

interface Automation {
  readonly id: string;
  readonly url: string;
  readonly revision: number;
  readonly state: string;
  readonly updatedAt: string;
  readonly planDigest: string;
}

async function newOwner() {
  const owner = await api.newOwner();
  async function call(method: string, path: string, body?: object) {
    const response = await owner.manage(method, path, body);
    const text = await response.text();
    return { status: response.status, json: (text === '' ? null : JSON.parse(text)) as unknown };
  }
  async function create(body: object = { name: 'Orders', instructions: 'Summarise the delivery.' }) {
    return (await call('POST', '/automations', body)).json as Automation;
  }
  return { ...owner, call, create };
}

const hookOf = ({ url }: Automation) => url.replace(api.config.PUBLIC_URL, api.url);
const post = async (automation: Automation, eventId: string) => {
  const response = await fetch(hookOf(automation), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event_id: eventId }),
  });
  return (await response.json()) as { status: string; deliveryId: string };
};

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('POST /manage/automations', () => {
  it('makes one with a URL of its own, of the first agent', async () => {
    const { call } = await newOwner();
    const { items } = (await call('GET', '/agents')).json as { items: { id: string }[] };
    await call('POST', '/agents', { name: 'Second' });
    const paid = 'sameText(field("status"), "paid")';
    const content = { name: ' Orders ', instructions: 'Report id.', filter: 'Only run when status is paid' };
    const { status, json } = await call('POST', '/automations', content);
    expect([status, json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^aut_/),
        agentId: items[0]!.id,
        name: 'Orders',
        instructions: 'Report id.',
        filter: 'Only run when status is paid',
        expects: [],
        model: null,
        retry: { tries: 5, withinMinutes: 10, honorsIdempotencyKey: false },
        state: 'active',
        url: expect.stringMatching(/^http:\/\/localhost:8080\/hooks\/[A-Za-z0-9_-]{43}$/),
        revision: 1,
        sender: 'generic',
        customSender: null,
        eventIdFrom: null,
        payloadDedupe: true,
        payloadDuplicates: null,
        hasSigningSecret: false,
        formerSigningSecretUntil: null,
        signatures: { refused: 0, lastRefused: null },
        handshake: null,
        suggestedSender: null,
        form: null,
        answerSchema: null,
        budget: null,
        budgetUsed: null,
        burst: 'refuse',
        order: 'none',
        readsEarlierRuns: false,
        condition: paid,
        conditionState: 'adopted',
        plan: { steps: [], answer: expect.stringContaining('field("id")') },
        planState: 'confirmed',
        planDigest: expect.stringMatching(/^[0-9a-f]{16,}$/),
        createdAt: isoTime,
        updatedAt: isoTime,
        understood: {
          filter: { plain: `Run when ${paid}.`, condition: paid, needsModel: false },
          sentences: [{ text: 'Report id', does: expect.any(String), needsModel: false }],
        },
      },
    ]);
    expect(await call('GET', `/automations/${(json as Automation).id}`)).toEqual({ status: 200, json });
  });

  it('takes an agent by its id, and a blank filter for none', async () => {
    const { call } = await newOwner();
    const agent = (await call('POST', '/agents', { name: 'Second' })).json as { id: string };
    for (const filter of ['', '  ', null, undefined]) {
      const content = { name: 'Orders', instructions: 'Report id.', agentId: agent.id, filter };
      expect(await call('POST', '/automations', content)).toMatchObject({
        status: 201,
        json: { agentId: agent.id, filter: null },
      });
    }
  });

  it.each([
    [{}, /^name: /],
    [{ instructions: 'x' }, /^name: /],
    [{ name: ' ', instructions: 'x' }, /^name: /],
    [{ name: 'x'.repeat(201), instructions: 'x' }, /^name: /],
    [{ name: 'x' }, /^instructions: /],
    [{ name: 'x', instructions: '' }, /^instructions: /],
    [{ name: 'x', instructions: 'x'.repeat(20_001) }, /^instructions: /],
    [{ name: 'x', instructions: ['x'] }, /^instructions: /],
    [{ name: 'x', instructions: 'x', filter: 7 }, /^filter: /],
    [{ name: 'x', instructions: 'x', filter: 'x'.repeat(4_001) }, /^filter: /],
    [{ name: 'x', instructions: 'x', agentId: null }, /^agentId: /],
  ])('answers 400 to %j, naming the field', async (body, message) => {
    const { call } = await newOwner();
    const { status, json } = await call('POST', '/automations', body);
    expect([status, json]).toMatchObject([
      400,
      { code: 'INVALID_REQUEST', message: expect.stringMatching(message), hint: expect.any(String) },
    ]);
  });

  it('does not take the agent of another workspace', async () => {
    const theirs = await (await newOwner()).newAutomation();
    const { call } = await newOwner();
    for (const agentId of [theirs.agentId, 'agt_unknown']) {
      const { status, json } = await call('POST', '/automations', { name: 'x', instructions: 'x', agentId });
      expect([status, json]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    }
  });
});

describe('PATCH /manage/automations/{id}', () => {
  it('changes what it is given, counts revisions and keeps the URL', async () => {
    const { call, create } = await newOwner();
    const first = await create();
    const renamed = (await call('PATCH', `/automations/${first.id}`, { name: 'Invoices' }))
      .json as Automation;
    expect(renamed).toEqual({ ...first, name: 'Invoices', revision: 2, updatedAt: isoTime });
    const change = { instructions: 'Report total.', filter: 'Only run when paid is true' };
    const paid = 'bool(field("paid"))';
    const revised = (await call('PATCH', `/automations/${first.id}`, change)).json as Automation;
    expect(revised).toEqual({
      ...renamed,
      ...change,
      condition: paid,
      conditionState: 'adopted',
      plan: { steps: [], answer: expect.stringContaining('field("total")') },
      planDigest: expect.not.stringContaining(first.planDigest),
      revision: 3,
      updatedAt: isoTime,
      understood: {
        filter: { plain: `Run when ${paid}.`, condition: paid, needsModel: false },
        sentences: [{ text: 'Report total', does: expect.any(String), needsModel: false }],
      },
    });
    const unfiltered = await call('PATCH', `/automations/${first.id}`, { filter: null });
    expect(unfiltered.json).toMatchObject({ filter: null, revision: 4, instructions: 'Report total.' });
    expect(revised.updatedAt >= first.updatedAt).toBe(true);
  });

  it('changes nothing where the revision that it is based on is not the newest', async () => {
    const { call, create } = await newOwner();
    const { id } = await create();
    const patch = async (body: object) => call('PATCH', `/automations/${id}`, body);
    const saves = await Promise.all(
      ['one', 'two'].map(async (name) => patch({ name, budget: { runs: 5 }, basedOnRevision: 1 })),
    );
    expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = saves.find(({ status }) => status === 200)?.json as { name: string; revision: number };
    expect(winner.revision).toBe(2);
    for (const body of [{ name: 'late' }, { sender: 'github' }, {}])
      expect(await patch({ ...body, budget: null, basedOnRevision: 1 })).toMatchObject({
        status: 409,
        json: { code: 'REVISION_CHANGED' },
      });
    expect((await call('GET', `/automations/${id}`)).json).toMatchObject({
      name: winner.name,
      sender: 'generic',
      budget: { runs: 5 },
      revision: 2,
    });
    expect(await patch({ name: 'next', basedOnRevision: 2 })).toMatchObject({
      status: 200,
      json: { revision: 3 },
    });
  });

  it('counts no revision where nothing is to change', async () => {
    const { call, create } = await newOwner();
    const first = await create();
    for (const body of [{}, { colour: 'red' }]) {
      const { status, json } = await call('PATCH', `/automations/${first.id}`, body);
      expect([status, json]).toEqual([200, first]);
    }
  });

  it('takes a retry policy, whose other parts are the defaults', async () => {
    const { call, create } = await newOwner();
    const retry = { tries: 20, withinMinutes: 1_440, honorsIdempotencyKey: true };
    const first = await create({ name: 'Orders', instructions: 'Report id.', retry });
    expect(first).toMatchObject({ retry });
    const changed = await call('PATCH', `/automations/${first.id}`, { retry: { tries: 1 } });
    const once = { tries: 1, withinMinutes: 10, honorsIdempotencyKey: false };
    expect(changed.json).toMatchObject({ retry: once, revision: 2, instructions: 'Report id.' });
    const renamed = await call('PATCH', `/automations/${first.id}`, { name: 'Invoices' });
    expect(renamed.json).toMatchObject({ retry: once, revision: 3 });
  });

  it.each([
    [{ name: '' }],
    [{ instructions: null }],
    [{ filter: false }],
    [{ name: 'x'.repeat(201) }],
    [{ retry: { tries: 0 } }],
    [{ retry: { withinMinutes: 1_441 } }],
  ])('answers 400 to %j and changes nothing', async (body) => {
    const { call, create } = await newOwner();
    const automation = await create();
    const { status, json } = await call('PATCH', `/automations/${automation.id}`, body);
    expect([status, json]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
    expect((await call('GET', `/automations/${automation.id}`)).json).toEqual(automation);
  });

  it('changes neither id, state, URL nor revision, whatever a body says', async () => {
    const { call, create } = await newOwner();
    const automation = await create();
    const body = { name: 'New', id: 'aut_x', state: 'deleted', url: 'x', revision: 99, sealedToken: 'x' };
    const { json } = await call('PATCH', `/automations/${automation.id}`, body);
    expect(json).toEqual({ ...automation, name: 'New', revision: 2, updatedAt: isoTime });
  });

  it('leaves accepted deliveries under the revision that they came in', async () => {
    const { call, create } = await newOwner();
    const automation = await create();
    const before = await post(automation, 'before');
    await call('PATCH', `/automations/${automation.id}`, { name: 'New', instructions: 'Report total.' });
    const after = await post(automation, 'after');
    for (const [{ deliveryId }, revision, automationName] of [
      [before, 1, 'Orders'],
      [after, 2, 'New'],
    ] as const)
      expect((await call('GET', `/deliveries/${deliveryId}`)).json).toMatchObject({
        revision,
        automationName,
      });
  });
});

describe('pause and resume', () => {
  it('switch the state, twice as well as once, and keep the revision', async () => {
    const { call, create } = await newOwner();
    const automation = await create();
    for (const [verb, state] of [
      ['pause', 'paused'],
      ['pause', 'paused'],
      ['resume', 'active'],
      ['resume', 'active'],
    ]) {
      const { status, json } = await call('POST', `/automations/${automation.id}/${verb}`);
      expect([status, json]).toEqual([200, { ...automation, state, updatedAt: isoTime }]);
    }
  });

  it('let a paused automation be changed, which stays paused', async () => {
    const { call, create } = await newOwner();
    const { id } = await create();
    await call('POST', `/automations/${id}/pause`);
    expect((await call('PATCH', `/automations/${id}`, { name: 'New' })).json).toMatchObject({
      state: 'paused',
      revision: 2,
    });
  });
});

describe('DELETE /manage/automations/{id}', () => {
  it('retires the automation and its URL, and keeps its deliveries', async () => {
    const { call, create } = await newOwner();
    const automation = await create();
    const { deliveryId } = await post(automation, 'evt');
    expect(await call('DELETE', `/automations/${automation.id}`)).toEqual({ status: 204, json: null });
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['GET', '/activity'],
    ] as const)
      expect(
        (await call(method, `/automations/${automation.id}${path}`, method === 'PATCH' ? {} : undefined))
          .status,
      ).toBe(404);
    expect((await call('GET', '/automations')).json).toEqual({ items: [], nextCursor: null });
    expect((await call('GET', `/deliveries/${deliveryId}`)).status).toBe(200);
    const next = await create();
    expect(next.url).not.toBe(automation.url);
    expect(await post(next, 'evt')).toMatchObject({ status: 'accepted' });
  });
});
