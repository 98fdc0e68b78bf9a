import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Automation } from '#contracts/automation.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let server: Awaited<ReturnType<typeof startModelServer>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;

/** The answer that the model proposes in a plan. */
const greeting = 'Hello {{body.name}}';

beforeAll(async () => {
  server = await startModelServer((_, { text }) =>
    text.includes('You turn the instructions')
      ? { text: JSON.stringify({ needsJudgement: false, steps: [], answer: greeting }) }
      : { text: 'Done by the model.' },
  );
  api = await startApi({ MODEL: 'openai-compatible/local', MODEL_BASE_URL: server.baseUrl });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function setUp(content: object) {
  const { manage } = await api.newOwner();
  const call = async (method: string, path: string, body?: object) => {
    const response = await manage(method, path, body);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const created = await call('POST', '/automations', { name: 'Orders', ...content });
  const automation = created.json as unknown as Automation;
  const path = `/automations/${automation.id}`;
  async function deliver(body: object) {
    const response = await fetch((automation.url ?? '').replace(api.config.PUBLIC_URL, api.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const at = `/deliveries/${((await response.json()) as { deliveryId: string }).deliveryId}`;
    await expect.poll(async () => (await call('GET', at)).json['outcome']).not.toBe('running');
    return (await call('GET', at)).json;
  }
  return {
    call,
    deliver,
    created,
    automation,
    path,
    change: (body: object) => call('PATCH', path, body),
    confirm: (digest: string | null) => call('POST', `${path}/plan/confirm`, { digest }),
    read: async () => (await call('GET', path)).json as unknown as Automation,
  };
}

const plan = { steps: [], answer: 'Order {{body.id}} is known.' };

describe('a plan that its owner writes', () => {
  it('counts at once, without a call of the model', async () => {
    const { automation, deliver } = await setUp({ instructions: 'Be kind.', plan });
    expect(automation).toMatchObject({
      plan,
      planState: 'confirmed',
      understood: { sentences: [{ needsModel: false }] },
    });
    const before = server.calls.length;
    expect(await deliver({ id: 7 })).toMatchObject({
      outcome: 'succeeded',
      by: { kind: 'plan' },
      answer: expect.stringContaining('Order 7 is known.'),
      cost: { inputTokens: 0 },
    });
    expect(server.calls).toHaveLength(before);
  });

  const deep = JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) as unknown;
  const stepOf = (body: unknown) => ({
    steps: [{ request: { method: 'POST', url: 'https://a.example/', body } }],
  });

  it('that does not compile is refused with its place, and nothing is saved', async () => {
    const wrong = stepOf({ id: '{{body.id +}}' });
    const { created } = await setUp({ instructions: 'Be kind.', plan: wrong });
    const { change, read } = await setUp({ instructions: 'Be kind.', plan });
    for (const { status, json } of [created, await change({ plan: wrong })]) {
      expect(status).toBe(400);
      expect(json).toMatchObject({
        code: 'INVALID_PLAN',
        path: 'steps[0].request.body.id',
        line: 1,
        column: expect.any(Number),
        expected: expect.any(String),
      });
    }
    expect(await read()).toMatchObject({ plan, revision: 1 });
  });

  it.each([
    ['JSON that is nested 2,000 deep', stepOf(deep), 'plan.steps.0.request.body'],
    ['neither step nor answer', { steps: [] }, 'plan'],
    ['an unknown member', { ...plan, next: [] }, 'plan'],
  ])('with %s is refused', async (_, refused, field) => {
    const { created } = await setUp({ instructions: 'Be kind.', plan: refused });
    expect(created).toMatchObject({
      status: 400,
      json: { code: 'INVALID_REQUEST', message: expect.stringContaining(field) },
    });
  });

  it('is dropped by other instructions, unless it comes with them', async () => {
    const { change } = await setUp({ instructions: 'Be kind.', plan });
    expect((await change({ name: 'Other', instructions: 'Be kind.' })).json).toMatchObject({ plan });
    expect((await change({ instructions: 'Be nice.', plan })).json).toMatchObject({ plan });
    expect((await change({ instructions: 'Be good.' })).json).toMatchObject({
      plan: null,
      planState: 'none',
      planDigest: null,
    });
    expect((await change({ plan })).json).toMatchObject({ planState: 'confirmed' });
    expect((await change({ plan: null })).json).toMatchObject({ plan: null, planState: 'none' });
  });
});

describe('a plan of the rules beside a model', () => {
  it('waits for its owner, who confirms the plan that was shown; from then on no model is called', async () => {
    const { automation, deliver, confirm, read } = await setUp({ instructions: 'Reply "Hi {{name}}".' });
    expect(automation).toMatchObject({ planState: 'proposed', planDigest: expect.any(String) });
    expect(await deliver({ name: 'Ada' })).toMatchObject({
      by: { kind: 'model', model: 'openai-compatible/local' },
      answer: 'Done by the model.',
    });
    expect(await confirm('0'.repeat(64))).toMatchObject({ status: 409, json: { code: 'PLAN_CHANGED' } });
    expect(await read()).toMatchObject({ planState: 'proposed', revision: 1 });
    for (const _ of ['once', 'again'])
      expect(await confirm(automation.planDigest)).toMatchObject({
        status: 200,
        json: { planState: 'confirmed', revision: 2 },
      });
    const before = server.calls.length;
    expect(await deliver({ name: 'Bob' })).toMatchObject({
      by: { kind: 'plan' },
      answer: expect.stringMatching(/Hi Bob$/),
      cost: { inputTokens: 0 },
    });
    expect(server.calls).toHaveLength(before);
  });

  it('leaves a delivery on which it is unknown to the model, before anything is sent', async () => {
    const { automation, deliver, confirm } = await setUp({
      instructions: 'POST https://api.example.com/first with JSON {"a": 1}. Then reply "Hi {{name}}".',
    });
    await confirm(automation.planDigest);
    const record = await deliver({ id: 7 });
    expect(record).toMatchObject({ by: { kind: 'model' }, answer: 'Done by the model.', requests: 0 });
  });
});

describe('a plan that a model proposes', () => {
  it('is shown after the change, with the requests of the rules, and runs once it is confirmed', async () => {
    const { deliver, change, confirm, read, call, path } = await setUp({ instructions: 'Be kind.' });
    await deliver({ name: 'Ada' });
    const instructions = 'Greet the person by name.';
    const { json } = await change({ instructions });
    expect(json).toMatchObject({ plan: { steps: [], answer: greeting }, planState: 'proposed' });
    const trial = await call('POST', `${path}/trial`, {});
    expect(trial.json).toMatchObject({ items: [{ answer: expect.stringMatching(/Hello Ada$/) }] });
    expect(await deliver({ name: 'Bob' })).toMatchObject({ by: { kind: 'model' } });
    await confirm((await read()).planDigest);
    expect(await deliver({ name: 'Eve' })).toMatchObject({
      by: { kind: 'plan' },
      answer: expect.stringMatching(/Hello Eve$/),
    });
    expect((await change({ instructions: 'Be nice to all.' })).json['planState']).not.toBe('confirmed');
  });

  it('does not run without its owner where the agent has no model any more', async () => {
    const { deliver, change } = await setUp({ instructions: 'Be kind.' });
    await deliver({ name: 'Ada' });
    await change({ instructions: 'Greet the person by name.' });
    const { json } = await change({ model: { main: 'offline/rules-1' } });
    expect(json).toMatchObject({ plan: { answer: greeting }, planState: 'proposed' });
    expect(json['hints']).toHaveLength(1);
    expect(await deliver({ name: 'Bob' })).toMatchObject({ outcome: 'needs_model', requests: 0 });
  });
});
