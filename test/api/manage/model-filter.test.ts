import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Automation } from '#contracts/automation.ts';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import type { FilterTest } from '#api/operations/automations/filter-test.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

/** The judgements of deliveries that the model still gives; a turn ends the run. */
let judgements: Scripted[];
let server: Awaited<ReturnType<typeof startModelServer>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;

/** The condition that the model proposes for a filter. */
let proposed: string;

const openings = {
  judge: 'You decide whether',
  condition: 'You translate the filter',
  plan: 'You turn the instructions',
  parts: 'You list the tests',
};
const kinds = ['judge', 'condition', 'plan', 'parts'] as const;
const kindOf = (text: string) => kinds.find((kind) => text.includes(openings[kind])) ?? 'turn';

const answers = {
  judge: (): Scripted => judgements.shift() ?? { status: 500, body: 'the script is over' },
  condition: (): Scripted => ({ text: JSON.stringify({ condition: proposed }) }),
  parts: (): Scripted => ({
    text: JSON.stringify({ parts: [{ part: 'in a hurry', is: 'value', places: ['body.note'] }] }),
  }),
  plan: (): Scripted => ({ text: JSON.stringify({ needsJudgement: true, steps: [], answer: null }) }),
  turn: (): Scripted => ({ text: 'All done.' }),
};

beforeAll(async () => {
  server = await startModelServer((_, { text }) => answers[kindOf(text)]());
  api = await startApi({ MODEL: 'openai-compatible/local', MODEL_BASE_URL: server.baseUrl });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const judgement = (matches: boolean, reason: string): Scripted => ({
  text: JSON.stringify({ matches, confidence: 'sure', reason }),
});

async function setUp(filter: string, ...script: readonly Scripted[]) {
  judgements = [...script];
  proposed = 'body.hurry';
  const before = server.calls.length;
  const kindsOf = () => server.calls.slice(before).map(({ text }) => kindOf(text));
  const { manage, newAutomation } = await api.newOwner();
  const { id, hook } = await newAutomation({ filter, instructions: 'Act on it as you see fit.' });
  const call = async (method: string, path: string, body?: object) =>
    (await (await manage(method, path, body)).json()) as Record<string, unknown>;
  async function deliver(body: object) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(hook, { method: 'POST', headers, body: JSON.stringify(body) });
    const path = `/deliveries/${((await response.json()) as { deliveryId: string }).deliveryId}`;
    await expect.poll(async () => (await call('GET', path))['outcome']).not.toBe('running');
    return await call('GET', path);
  }
  return {
    deliver,
    tryFilter: async (body: object) =>
      (await call('POST', `/automations/${id}/filter-test`, body)) as unknown as FilterTest,
    usage: async () => (await call('GET', '/workspace'))['usage'],
    read: async () => (await call('GET', `/automations/${id}`)) as unknown as Automation,
    /** The calls to the model by runs and tests, in order. */
    asked: () => kindsOf().filter((kind) => kind === 'judge' || kind === 'turn'),
    /** Those of the proposal beside them. */
    proposals: () => kindsOf().filter((kind) => kind !== 'judge' && kind !== 'turn'),
  };
}

it('a filter that the rules are certain of asks no model', async () => {
  const { deliver, asked } = await setUp('status is paid');
  expect(await deliver({ status: 'open' })).toMatchObject({ outcome: 'skipped' });
  expect(asked()).toEqual([]);
});

it('a filter that the rules do not understand is judged by the model on each delivery, in one call', async () => {
  const { deliver, asked, proposals, read } = await setUp(
    'people in a hurry',
    judgement(true, 'It says now.'),
    judgement(false, 'No haste.'),
  );
  expect(await deliver({ note: 'now' })).toMatchObject({
    outcome: 'succeeded',
    filter: { matched: true, evidence: 'It says now.' },
  });
  expect(await deliver({ note: 'later' })).toMatchObject({
    outcome: 'skipped',
    reason: 'No haste.',
    cost: { automationRuns: 0, inputTokens: 100 },
  });
  expect(asked()).toEqual(['judge', 'turn', 'judge']);
  // A condition that names what no delivery has is asked for once more, and not adopted.
  await expect.poll(proposals).toEqual(['plan', 'condition', 'condition']);
  await expect.poll(async () => (await read()).conditionState).toBe('proposed');
  expect(await read()).toMatchObject({
    condition: null,
    understood: {
      filter: { plain: null, condition: null, problem: expect.stringContaining('hurry'), needsModel: true },
    },
    wouldRun: { of: 2, unknown: 2 },
  });
});

it('a condition that agrees with the model on the first delivery is adopted, and judges the next without it', async () => {
  const { deliver, asked, proposals, read } = await setUp(
    'people in a hurry',
    judgement(true, 'It says now.'),
    judgement(true, 'It says now.'),
  );
  proposed = 'body.note == "now"';
  expect(await deliver({ note: 'now' })).toMatchObject({ outcome: 'succeeded' });
  await expect.poll(async () => (await read()).conditionState).toBe('adopted');
  expect(await read()).toMatchObject({ filter: 'people in a hurry', condition: proposed, revision: 2 });
  expect(await deliver({ note: 'later' })).toMatchObject({
    outcome: 'skipped',
    filter: { matched: false, evidence: 'note was "later"' },
    cost: { inputTokens: 0 },
  });
  // The second judgement compares the condition with the delivery that is stored.
  expect(asked().toSorted()).toEqual(['judge', 'judge', 'turn']);
  expect(proposals()).toEqual(['plan', 'condition', 'parts']);
});

it('a condition that disagrees with the model on a delivery is shown, and does not count', async () => {
  const { deliver, read } = await setUp(
    'people in a hurry',
    judgement(true, 'It says now.'),
    judgement(true, 'It says now.'),
    judgement(false, 'No haste.'),
  );
  proposed = 'body.note == "later"';
  const { deliveryId } = await deliver({ note: 'now' });
  await expect.poll(async () => (await read()).conditionState).toBe('proposed');
  expect(await read()).toMatchObject({
    condition: null,
    revision: 1,
    understood: {
      filter: {
        condition: proposed,
        proposedBy: 'model',
        problem: expect.stringContaining(`On delivery ${String(deliveryId)} the condition says no`),
      },
    },
  });
  expect(await deliver({ note: 'later' })).toMatchObject({ outcome: 'skipped', reason: 'No haste.' });
});

const money = { state: 'unknown', amountMicros: null, currency: 'USD' };
const usageOf = (calls: number) => ({ inputTokens: 100 * calls, outputTokens: 20 * calls });

it('a filter whose judgement cannot be read needs a model, and costs no run', async () => {
  const { deliver, asked, proposals } = await setUp(
    'people in a hurry',
    { text: 'Who knows.' },
    { text: 'Who knows.' },
  );
  for (const n of [1, 2])
    expect(await deliver({ n })).toMatchObject({
      outcome: 'needs_model',
      reason: 'Whether the filter matches is open: the answer of the model cannot be read.',
      filter: { matched: null, evidence: 'the answer of the model cannot be read' },
      cost: { automationRuns: 0 },
    });
  expect(asked()).toEqual(['judge', 'judge']);
  await expect.poll(proposals).toEqual(['plan', 'condition', 'condition']);
});

it('a filter is tried with a model before it is saved, for what it costs, and starts nothing', async () => {
  const { deliver, tryFilter, asked, usage, read } = await setUp(
    'order.status is paid',
    judgement(true, 'It says now.'),
    judgement(false, 'No haste.'),
  );
  for (const note of ['later', 'now']) await deliver({ note });
  const tried = await tryFilter({ filter: 'people in a hurry' });
  expect(tried).toMatchObject({
    plain: null,
    wouldRun: 1,
    wouldSkip: 1,
    needsModel: 0,
    of: 2,
    modelCalls: 2,
    cost: { automationRuns: 0, ...usageOf(2), money },
  });
  expect(tried.items.map(({ matched, evidence }) => [matched, evidence])).toEqual([
    [true, 'It says now.'],
    [false, 'No haste.'],
  ]);
  expect(asked()).toEqual(['judge', 'judge']);
  expect(await usage()).toMatchObject({ automationRuns: 0, ...usageOf(2), cost: money });
  expect(await read()).toMatchObject({ filter: 'order.status is paid', revision: 1 });
});

it('a model is asked for a test only where the rules leave something open, and not against the will', async () => {
  const { deliver, tryFilter, asked } = await setUp('order.status is paid');
  await deliver({ total: 7 });
  expect(await tryFilter({ filter: 'total is 7' })).toMatchObject({
    wouldRun: 1,
    modelCalls: 0,
    cost: { money: { state: 'none' } },
  });
  expect(await tryFilter({ filter: 'people in a hurry', askModel: false })).toMatchObject({
    plain: null,
    needsModel: 1,
    modelCalls: 0,
  });
  expect(asked()).toEqual([]);
});

it('a test asks a model ten times at most, newest deliveries first, and says what it did not ask', async () => {
  const { deliver, tryFilter, asked } = await setUp(
    'order.status is paid',
    ...Array.from({ length: 20 }, () => judgement(true, 'In a hurry.')),
  );
  for (let n = 0; n < 12; n += 1) await deliver({ n });
  const tried = await tryFilter({ filter: 'people in a hurry' });
  expect(asked()).toHaveLength(tried.modelCalls);
  expect(tried.modelCalls).toBe(10);
  expect(tried.items.map(({ matched }) => matched)).toEqual([
    ...Array.from({ length: tried.wouldRun }, () => true),
    ...Array.from({ length: tried.needsModel }, () => null),
  ]);
  expect(tried.items.at(-1)?.evidence).toContain('not judged: a test asks the model at most 10 times');
});

it('a test tells why a model gave no answer, and asks it no more', async () => {
  const { deliver, tryFilter, asked, usage } = await setUp(
    'order.status is paid',
    { status: 401 },
    { text: 'I think so.' },
    { status: 401 },
  );
  for (const n of [1, 2]) await deliver({ n });
  const refused = await tryFilter({ filter: 'people in a hurry' });
  expect(refused).toMatchObject({ needsModel: 2, modelCalls: 0, cost: { money: { state: 'none' } } });
  expect(refused.items[0]?.evidence).toContain('The model provider refused the key of this service.');
  // An answer that cannot be read has to be paid.
  expect(await tryFilter({ filter: 'people in a hurry' })).toMatchObject({ modelCalls: 1, cost: { money } });
  expect(asked()).toEqual(['judge', 'judge', 'judge']);
  expect(await usage()).toMatchObject({ cost: money });
});
