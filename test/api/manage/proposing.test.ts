import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Automation } from '#contracts/automation.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createVault } from '#store/secret/vault.ts';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi, testRedis } from '#test/support/service.ts';

let server: Awaited<ReturnType<typeof startModelServer>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;

/** The model answers once this resolves. */
let answering = Promise.withResolvers<Scripted | null>();
/** The kind of event that the filter means to the model. */
let wanted = 'charge.succeeded';
const meant = () => `event == "${wanted}"`;
const object = (value: object): Scripted => ({ text: JSON.stringify(value) });

function answerTo(text: string): Scripted {
  if (text.includes('You translate the filter')) return object({ condition: meant() });
  if (text.includes('You list the tests'))
    return object({ parts: [{ part: 'money comes in', is: 'value', places: ['event'] }] });
  if (text.includes('You turn the instructions'))
    return object({ needsJudgement: false, steps: [], answer: 'Hello' });
  const matches = text.includes(wanted);
  return object({ matches, confidence: 'sure', reason: 'Its kind.' });
}

beforeAll(async () => {
  server = await startModelServer(async (_, { text }) => (await answering.promise) ?? answerTo(text));
  api = await startApi(
    { MODEL: 'openai-compatible/local', MODEL_BASE_URL: server.baseUrl },
    { proposalWaitMs: 1 },
  );
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const english = { filter: 'Wake only if money comes in', instructions: 'Greet whoever pays.' };

async function create(content: object) {
  answering = Promise.withResolvers();
  const { manage, workspace } = await api.newOwner();
  const created = await manage('POST', '/automations', { name: 'Payments', ...content });
  const automation = (await created.json()) as Automation;
  const path = `/automations/${automation.id}`;
  const read = async () => (await (await manage('GET', path)).json()) as Automation;
  const states = async () => {
    const { conditionState, planState } = await read();
    return [conditionState, planState];
  };
  return { automation, manage, path, read, states, workspace };
}

it('English that a model is slow to read is proposing, beside samples of the sender too, until it is read', async () => {
  const { automation, read, states } = await create({ ...english, sender: 'stripe' });
  expect(automation).toMatchObject({ conditionState: 'proposing', planState: 'proposing', revision: 1 });
  expect(await states()).toEqual(['proposing', 'proposing']);
  answering.resolve(null);
  await expect.poll(states).toEqual(['adopted', 'proposed']);
  expect(await read()).toMatchObject({ condition: meant(), plan: { answer: 'Hello' }, revision: 2 });
});

it('A condition that no sample meets waits for the first delivery', async () => {
  wanted = 'payout.paid';
  const { automation, read, states } = await create({ ...english, sender: 'stripe' });
  answering.resolve(null);
  await expect.poll(states).toEqual(['proposed', 'proposed']);
  const problem = expect.stringContaining('waits for the first delivery');
  expect((await read()).understood.filter).toMatchObject({ condition: meant(), problem, needsModel: true });
  const hook = (automation.url ?? '').replace(api.config.PUBLIC_URL, api.url);
  const headers = { 'content-type': 'application/json' };
  await fetch(hook, { method: 'POST', headers, body: '{"id":"evt_1","type":"payout.paid"}' });
  await expect.poll(states).toEqual(['adopted', 'proposed']);
  wanted = 'charge.succeeded';
});

it('English that a model could not read is proposing no more', async () => {
  const { states } = await create({ ...english, sender: 'stripe' });
  expect(await states()).toEqual(['proposing', 'proposing']);
  answering.resolve({ status: 401 });
  await expect.poll(states, { timeout: 30_000 }).toEqual(['none', 'none']);
});

it('A change that says what the English means is not proposing for what was asked before', async () => {
  const { manage, path, states } = await create({ ...english, sender: 'stripe' });
  const written = { condition: 'body.paid', plan: { answer: 'Paid' } };
  const changed = (await (await manage('PATCH', path, written)).json()) as Automation;
  answering.resolve(null);
  expect([changed.conditionState, changed.planState]).toEqual(['adopted', 'confirmed']);
  await manage('PATCH', path, { condition: null });
  expect(await states()).toEqual(['none', 'confirmed']);
});

it('English is not proposing without a sample, nor longer than a model may read', async () => {
  const { automation, states, workspace } = await create(english);
  expect(automation).toMatchObject({ conditionState: 'none', planState: 'none' });
  await using connected = await testRedis();
  const { noteAsking } = createAutomations({
    redis: connected.redis,
    vault: createVault(api.config.MASTER_KEYS),
  });
  const note = (untilMs: number) => noteAsking(workspace.id, automation, untilMs);
  await note(Date.now() + 60_000);
  expect(await states()).toEqual(['proposing', 'proposing']);
  await note(Date.now() - 1);
  expect(await states()).toEqual(['none', 'none']);
});
