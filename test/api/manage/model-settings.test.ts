import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { keys } from '#store/records/index.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({
    MODEL: 'anthropic/claude-sonnet-4-5',
    ANTHROPIC_API_KEY: 'k-anthropic',
    OPENAI_API_KEY: 'k-openai',
  });
});
afterAll(() => api[Symbol.asyncDispose]());

async function newOwner() {
  const { manage, workspace } = await api.newOwner();
  const call = async (method: string, path: string, body?: object) => {
    const response = await manage(method, path, body);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const newAutomation = async (content: object) =>
    (
      await call('POST', '/automations', {
        name: 'Orders',
        instructions: 'Summarise the delivery.',
        ...content,
      })
    ).json;
  return { call, workspace, newAutomation };
}

const settings = {
  main: 'openai/gpt-5',
  fallback: 'anthropic/claude-haiku-4-5',
  filter: 'openai/gpt-5-nano',
  effort: 'low',
  maxOutputTokens: 9_000,
};

describe('an agent', () => {
  it('has the model of the service, and shows that nothing was chosen', async () => {
    const { call } = await newOwner();
    expect((await call('POST', '/agents', { name: 'Ada' })).json).toMatchObject({
      model: 'anthropic/claude-sonnet-4-5',
      modelSettings: null,
    });
  });

  it('takes the id of a model, or settings, and goes back to the service with null', async () => {
    const { call } = await newOwner();
    const { json: agent } = await call('POST', '/agents', { name: 'Ada', model: 'openai/gpt-5' });
    expect(agent).toMatchObject({ model: 'openai/gpt-5', modelSettings: { main: 'openai/gpt-5' } });
    const path = `/agents/${String(agent['id'])}`;
    expect((await call('PATCH', path, { model: settings })).json).toMatchObject({
      model: 'openai/gpt-5',
      modelSettings: settings,
    });
    expect((await call('PATCH', path, { name: 'Grace' })).json).toMatchObject({ modelSettings: settings });
    expect((await call('PATCH', path, { model: { effort: 'high' } })).json).toMatchObject({
      model: 'anthropic/claude-sonnet-4-5',
      modelSettings: { effort: 'high' },
    });
    expect((await call('PATCH', path, { model: null })).json).toMatchObject({
      model: 'anthropic/claude-sonnet-4-5',
      modelSettings: null,
    });
  });

  it('from an earlier version keeps the model that was chosen for it', async () => {
    const { call, workspace } = await newOwner();
    const { json: agent } = await call('POST', '/agents', { name: 'Ada' });
    await api.redis.hSet(keys.agent(workspace.id, String(agent['id'])), 'model', 'offline/rules-1');
    expect((await call('GET', `/agents/${String(agent['id'])}`)).json).toMatchObject({
      model: 'offline/rules-1',
      modelSettings: { main: 'offline/rules-1' },
    });
  });

  it('is told what of its settings has no effect', async () => {
    const { call } = await newOwner();
    const model = { main: 'openai/gpt-4.1', effort: 'high' };
    expect((await call('POST', '/agents', { name: 'Ada', model })).json).toMatchObject({
      hints: ['effort is ignored by openai/gpt-4.1, which does not reason.'],
    });
  });
});

describe('an automation', () => {
  it('has the models of its agent, and takes its own; each revision keeps what it had', async () => {
    const { call, workspace, newAutomation } = await newOwner();
    const automation = await newAutomation({ model: 'openai/gpt-5' });
    expect(automation).toMatchObject({ model: { main: 'openai/gpt-5' }, revision: 1 });
    const path = `/automations/${String(automation['id'])}`;
    expect((await call('PATCH', path, { model: settings })).json).toMatchObject({
      model: settings,
      revision: 2,
    });
    expect((await call('PATCH', path, { name: 'Sales' })).json).toMatchObject({
      model: settings,
      revision: 3,
    });
    expect((await call('PATCH', path, { model: null })).json).toMatchObject({ model: null, revision: 4 });
    const kept = [1, 2, 3, 4].map((number) =>
      api.redis.hGet(keys.revision(workspace.id, String(automation['id']), number), 'model'),
    );
    const all = JSON.stringify(settings);
    expect(await Promise.all(kept)).toEqual(['{"main":"openai/gpt-5"}', all, all, '']);
    expect((await newAutomation({}))['model']).toBeNull();
  });

  it('with rules of its own is told which sentences they do not understand', async () => {
    const { newAutomation } = await newOwner();
    const instructions = 'Be nice to people.';
    expect(await newAutomation({ instructions })).not.toHaveProperty('hints');
    expect(await newAutomation({ instructions, model: 'offline/rules-1' })).toMatchObject({
      hints: [expect.stringContaining('Be nice to people')],
    });
  });
});

describe('a model is refused', () => {
  it.each([
    ['of a provider without a key', { fallback: 'google/gemini-2.5-flash' }, 'GOOGLE_GENERATIVE_AI_API_KEY'],
    ['at no address', { filter: 'openai-compatible/qwen3:8b' }, 'MODEL_BASE_URL'],
    ['that are rules as a fallback', { fallback: 'offline/rules-1' }, 'fallback cannot be the offline rules'],
    ['of an unknown provider', 'acme/gpt', 'anthropic, openai, google, openai-compatible'],
    ['that is nothing at all', {}, 'main'],
    ['with an unknown effort', { effort: 'extreme' }, 'effort'],
    ['with too short an answer', { maxOutputTokens: 1 }, 'maxOutputTokens'],
  ])('%s, and the sentence says what is missing', async (_, model, named) => {
    const { call, newAutomation } = await newOwner();
    const { id } = await newAutomation({});
    const content = { name: 'x', instructions: 'Summarise the delivery.', model };
    const refusals = await Promise.all([
      call('POST', '/agents', { name: 'Ada', model }),
      call('POST', '/automations', content),
      call('PATCH', `/automations/${String(id)}`, { model }),
    ]);
    for (const { status, json } of refusals) {
      expect([status, json['code']]).toEqual([400, 'INVALID_REQUEST']);
      expect(json['message']).toMatch(/^model/);
      expect(json['message']).toContain(named);
    }
  });
});
