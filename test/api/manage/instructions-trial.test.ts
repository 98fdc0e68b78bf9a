import { afterAll, beforeAll, expect, it } from 'vitest';

import type { InstructionsTrial } from '#api/operations/automations/instructions-trial.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function setUp(content: { instructions?: string; filter?: string }, bodies: readonly object[]) {
  const { manage, newAutomation } = await api.newOwner();
  const { id, agentId, hook } = await newAutomation(content);
  const headers = { 'content-type': 'application/json' };
  for (const body of bodies) await fetch(hook, { method: 'POST', headers, body: JSON.stringify(body) });
  const call = async (method: string, path: string, body?: object) => {
    const response = await manage(method, path, body);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const trial = async (body: object) => {
    const { status, json } = await call('POST', `/automations/${id}/trial`, body);
    return { status, json: json as unknown as InstructionsTrial & { message: string } };
  };
  return { trial, call, id, agentId };
}

const post = 'POST https://api.example.com/orders with the order id.';

it('says what would be sent for each stored delivery, newest first, and sends and changes nothing', async () => {
  const { trial, call, id } = await setUp({ instructions: 'Report the order id.' }, [
    { order: { id: 'A-1' } },
    { order: { id: 'A-2' } },
    { order: {} },
  ]);
  const before = await call('GET', `/automations/${id}/activity`);
  const { status, json } = await trial({ instructions: post });
  expect([status, json]).toMatchObject([
    200,
    {
      sentences: [{ text: post.slice(0, -1), does: expect.stringContaining('POST'), needsModel: false }],
      of: 3,
      items: [
        { matched: true, requests: [], answer: null, problem: expect.stringContaining('order id') },
        { requests: [{ body: '{"order_id":"A-2"}' }] },
        {
          evidence: 'there is no filter',
          requests: [
            {
              method: 'POST',
              url: 'https://api.example.com/orders',
              headers: { 'content-type': 'application/json' },
              body: '{"order_id":"A-1"}',
              truncated: false,
            },
          ],
          answer: null,
          problem: null,
        },
      ],
    },
  ]);
  expect(await call('GET', `/automations/${id}/activity`)).toEqual(before);
  expect((await call('GET', `/automations/${id}`)).json).toMatchObject({
    instructions: 'Report the order id.',
    revision: 1,
  });
  expect((await trial({ limit: 1 })).json).toMatchObject({
    of: 1,
    items: [{ requests: [], problem: expect.any(String) }],
  });
});

it('tries its own instructions where none are given, and only on what its filter lets through', async () => {
  const { trial } = await setUp({ instructions: 'Report total.', filter: 'total is more than 10' }, [
    { total: 5 },
    { total: 50 },
  ]);
  expect((await trial({})).json.items).toMatchObject([
    { matched: true, requests: [], answer: expect.stringContaining('50'), problem: null },
    { matched: false, requests: [], answer: null, problem: null },
  ]);
});

it('names the sentences that the rules do not understand', async () => {
  const { trial } = await setUp({}, [{ id: 1 }]);
  const { json } = await trial({ instructions: 'Reprot the id. Be nice.' });
  expect(json.sentences.map(({ needsModel }) => needsModel)).toEqual([true, true]);
  expect(json.items[0]?.problem).toContain('"Reprot the id", "Be nice"');
});

it('shows the beginning of a large body, and no header of Network Access', async () => {
  const { trial, call, agentId } = await setUp({}, [{ text: 'x'.repeat(10_000) }]);
  const pair = { domain: 'api.example.com', headerName: 'X-API-Key', headerValue: 'secret-value' };
  await call('POST', `/agents/${agentId}/network-access`, pair);
  const instructions = 'POST the whole payload to https://api.example.com/orders';
  const { json } = await trial({ instructions });
  expect(json.items[0]?.requests).toMatchObject([{ truncated: true }]);
  expect(json.items[0]?.requests[0]?.body).toHaveLength(4_096);
  expect(JSON.stringify(json)).not.toContain('secret-value');
});

it.each([
  [{ instructions: '' }, 'instructions'],
  [{ limit: 21 }, 'limit'],
  [{ instruction: 'x' }, 'Did you mean instructions?'],
])('refuses %j', async (body, message) => {
  const { trial } = await setUp({}, []);
  const { status, json } = await trial(body);
  expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
});

it('does not know the automations of another workspace', async () => {
  const { id } = await setUp({}, []);
  const { call } = await setUp({}, []);
  expect((await call('POST', `/automations/${id}/trial`, {})).status).toBe(404);
});
