import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Automation } from '#contracts/automation.ts';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import type { FilterTest } from '#api/operations/automations/filter-test.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

/** Answers by what it is asked: a condition for a filter, a judgement of a delivery, or the end of a run. */
let answers: { readonly compiled: Scripted[]; readonly judged: Scripted[] };
let server: Awaited<ReturnType<typeof startModelServer>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;

const kindOf = (text: string) =>
  text.includes('You translate a filter')
    ? 'compile'
    : text.includes('You decide whether')
      ? 'judge'
      : 'turn';

beforeAll(async () => {
  server = await startModelServer((call) => {
    const kind = kindOf(server.calls[call - 1]!.text);
    if (kind === 'turn') return { text: 'All done.' };
    const next = kind === 'compile' ? answers.compiled.shift() : answers.judged.shift();
    return next ?? { status: 500, body: 'the script is over' };
  });
  api = await startApi({ MODEL: 'openai-compatible/local', MODEL_BASE_URL: server.baseUrl });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const condition = (paths: Readonly<Record<string, string>>, remainder = ''): Scripted => ({
  text: JSON.stringify({
    anyOf: Object.entries(paths).map(([path, value]) => ({
      allOf: [{ path, quantifier: 'self', op: 'eq', values: [value], negate: false }],
    })),
    remainder,
  }),
});
const judgement = (matches: boolean, reason: string): Scripted => ({
  text: JSON.stringify({ matches, confidence: 'sure', reason }),
});

async function setUp(filter: string, script: Partial<typeof answers>) {
  answers = { compiled: [], judged: [], ...script };
  const before = server.calls.length;
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
    change: (body: object) => call('PATCH', `/automations/${id}`, body),
    read: async () => (await call('GET', `/automations/${id}`)) as unknown as Automation,
    /** The calls to the model since then, in order. */
    asked: () => server.calls.slice(before).map(({ text }) => kindOf(text)),
    prompts: () => server.calls.slice(before).map(({ body }) => String(body.messages.at(-1)?.content)),
  };
}

it('a filter that the rules are certain of asks no model', async () => {
  const { deliver, asked } = await setUp('status is paid', {});
  expect(await deliver({ status: 'open' })).toMatchObject({ outcome: 'skipped' });
  expect(asked()).toEqual([]);
});

it('a compiled filter is shown to its owner, tried on what is stored, and kept when other texts change', async () => {
  const { deliver, read, change, asked } = await setUp('people in a hurry', {
    compiled: [condition({ priority: 'high' })],
  });
  expect((await read()).understood.filter).toEqual({ plain: null, condition: null, needsModel: true });
  expect(await deliver({ priority: 'high' })).toMatchObject({ outcome: 'succeeded' });
  const seen = await read();
  expect(seen.understood.filter).toEqual({
    plain: 'Run when priority is "high".',
    condition: null,
    needsModel: true,
  });
  expect(seen.wouldRun).toMatchObject({ of: 1, run: 1 });
  await change({ name: 'Renamed' });
  expect(await deliver({ priority: 'low' })).toMatchObject({ outcome: 'skipped', cost: { inputTokens: 0 } });
  expect((await read()).wouldRun).toMatchObject({ of: 2, run: 1, skip: 1, unknown: 0 });
  expect(asked()).toEqual(['compile', 'turn']);
  await change({ filter: 'The customer sounds calm' });
  expect((await read()).understood.filter).toEqual({ plain: null, condition: null, needsModel: true });
});

it('a filter is compiled from the deliveries that are stored, and again for one that lacks what it names', async () => {
  const { deliver, asked, prompts } = await setUp('people in a hurry', {
    compiled: [condition({ priority: 'high' }), condition({ priority: 'high', 'ticket.urgency': 'now' })],
  });
  await deliver({ priority: 'low' });
  expect(await deliver({ ticket: { urgency: 'now' } })).toMatchObject({
    outcome: 'succeeded',
    filter: { matched: true, evidence: 'ticket.urgency was "now"' },
  });
  expect(asked()).toEqual(['compile', 'compile', 'turn']);
  expect(prompts()[1]).toContain('Fields of 2 recent deliveries:');
  expect(prompts()[1]).toContain('priority: text, in 1 of 2, seen: "low"');
  expect(await deliver({ ticket: { id: 7 } })).toMatchObject({ outcome: 'skipped' });
  expect(asked()).toHaveLength(3);
});

it('a delivery that a compiled filter leaves open is judged by the model, and never skipped in silence', async () => {
  const { deliver, asked, read } = await setUp('people in a hurry', {
    compiled: [condition({ priority: 'high' })],
    judged: [judgement(true, 'It has the code of haste.'), judgement(false, 'No haste.')],
  });
  expect(await deliver({ priority: { code: 1 } })).toMatchObject({
    outcome: 'succeeded',
    filter: { matched: true, evidence: 'It has the code of haste.' },
  });
  expect(await deliver({ priority: { code: 2 } })).toMatchObject({
    outcome: 'skipped',
    reason: 'No haste.',
    cost: { automationRuns: 0, inputTokens: 100 },
  });
  expect(asked()).toEqual(['compile', 'judge', 'turn', 'judge']);
  expect((await read()).wouldRun).toMatchObject({ of: 2, unknown: 2 });
});

const money = { state: 'unknown', amountMicros: null, currency: 'USD' };
const usageOf = (calls: number) => ({ inputTokens: 100 * calls, outputTokens: 20 * calls });

it('a compiled filter is paid once, also where the call after it has to be repeated', async () => {
  const { deliver, asked, usage } = await setUp('people in a hurry', {
    compiled: [condition({}, 'The writer is in a hurry.')],
    judged: [{ status: 503 }, judgement(false, 'No haste.')],
  });
  expect(await deliver({ n: 1 })).toMatchObject({ outcome: 'skipped', cost: usageOf(2) });
  expect(asked()).toEqual(['compile', 'judge', 'judge']);
  expect(await usage()).toMatchObject(usageOf(2));
});

it.each([
  ['a code block', (json: string) => `\`\`\`json\n${json}\n\`\`\``],
  ['prose', (json: string) => `Here it is: ${json} I hope that it helps.`],
])('a compiled filter is read out of %s', async (_, wrapped) => {
  const { text } = condition({ 'order.tier': 'gold' }) as { text: string };
  const { deliver, asked } = await setUp('orders of our best people', {
    compiled: [{ text: wrapped(text) }],
  });
  expect(await deliver({ order: { tier: 'gold' } })).toMatchObject({ outcome: 'succeeded' });
  expect(await deliver({ order: { tier: 'iron' } })).toMatchObject({ outcome: 'skipped' });
  expect(asked()).toEqual(['compile', 'turn']);
});

it('a compiled filter that cannot be read is judged delivery by delivery, and not compiled again at once', async () => {
  const { deliver, asked } = await setUp('people in a hurry', {
    compiled: [{ text: 'It is about haste.' }],
    judged: [judgement(false, 'No haste.'), judgement(false, 'No haste.')],
  });
  for (const n of [1, 2]) expect(await deliver({ n })).toMatchObject({ outcome: 'skipped' });
  expect(asked()).toEqual(['compile', 'judge', 'judge']);
});

it('a filter whose judgement cannot be read needs a model, and costs no run', async () => {
  const { deliver, asked } = await setUp('people in a hurry', {
    compiled: [{ text: 'I cannot tell.' }],
    judged: [{ text: 'Who knows.' }, { text: 'Who knows.' }],
  });
  for (const n of [1, 2])
    expect(await deliver({ n })).toMatchObject({
      outcome: 'needs_model',
      reason: 'Whether the filter matches is open: the answer of the model cannot be read.',
      filter: { matched: null, evidence: 'the answer of the model cannot be read' },
      cost: { automationRuns: 0 },
    });
  expect(asked()).toEqual(['compile', 'judge', 'judge']);
});

it('a filter is tried with a model before it is saved, for what it costs, and starts nothing', async () => {
  const { deliver, tryFilter, asked, usage, read } = await setUp('status is paid', {
    compiled: [condition({ priority: 'high' })],
    judged: [judgement(true, 'It has the code of haste.')],
  });
  for (const priority of ['low', 'high', { code: 1 }]) await deliver({ priority });
  const tried = await tryFilter({ filter: 'people in a hurry' });
  expect(tried).toMatchObject({
    plain: 'Run when priority is "high".',
    wouldRun: 2,
    wouldSkip: 1,
    needsModel: 0,
    of: 3,
    modelCalls: 2,
    cost: { automationRuns: 0, ...usageOf(2), money },
  });
  expect(tried.items.map(({ matched, evidence }) => [matched, evidence])).toEqual([
    [true, 'It has the code of haste.'],
    [true, 'priority was "high"'],
    [false, 'priority was "low"; needed "high"'],
  ]);
  expect(asked()).toEqual(['compile', 'judge']);
  expect(await usage()).toMatchObject({ automationRuns: 0, ...usageOf(2), cost: money });
  expect(await read()).toMatchObject({ filter: 'status is paid', revision: 1 });
});

it('a model is asked for a test only where the rules leave something open, and not against the will', async () => {
  const { deliver, tryFilter, asked } = await setUp('status is paid', {});
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

it('the compiled filter is kept with its automation', async () => {
  const { deliver, tryFilter, change, asked, read } = await setUp('status is paid', {
    compiled: [condition({ priority: 'high' })],
  });
  await deliver({ priority: 'low' });
  await change({ filter: 'people in a hurry' });
  await tryFilter({ filter: 'people in a hurry' });
  expect((await read()).understood.filter?.plain).toBe('Run when priority is "high".');
  expect(await deliver({ priority: 'low' })).toMatchObject({ outcome: 'skipped' });
  expect(asked()).toEqual(['compile']);
});

it('a test asks a model ten times at most, newest deliveries first, and says what it did not ask', async () => {
  const { deliver, tryFilter, asked } = await setUp('status is paid', {
    compiled: [condition({}, 'The writer is in a hurry.')],
    judged: Array.from({ length: 20 }, () => judgement(true, 'In a hurry.')),
  });
  for (let n = 0; n < 12; n += 1) await deliver({ n });
  const tried = await tryFilter({ filter: 'people in a hurry' });
  expect(asked()).toHaveLength(tried.modelCalls);
  expect(tried.modelCalls).toBeGreaterThanOrEqual(9);
  expect(tried.modelCalls).toBeLessThanOrEqual(10);
  expect(tried.items.map(({ matched }) => matched)).toEqual([
    ...Array.from({ length: tried.wouldRun }, () => true),
    ...Array.from({ length: tried.needsModel }, () => null),
  ]);
  expect(tried.items.at(-1)?.evidence).toContain('not judged: a test asks the model at most 10 times');
});

it('a test tells why a model gave no answer, and asks it no more', async () => {
  const { deliver, tryFilter, asked, usage } = await setUp('status is paid', {
    compiled: [{ status: 401 }, { text: 'I think so.' }],
    judged: [{ status: 401 }],
  });
  for (const n of [1, 2]) await deliver({ n });
  const refused = await tryFilter({ filter: 'people in a hurry' });
  expect(refused).toMatchObject({ needsModel: 2, modelCalls: 0, cost: { money: { state: 'none' } } });
  expect(refused.items[0]?.evidence).toContain('The model provider refused the key of this service.');
  // An answer that cannot be read has to be paid.
  expect(await tryFilter({ filter: 'people in a hurry' })).toMatchObject({ modelCalls: 1, cost: { money } });
  expect(asked()).toEqual(['compile', 'compile', 'judge']);
  expect(await usage()).toMatchObject({ cost: money });
});
