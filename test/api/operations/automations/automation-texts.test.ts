import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let modelApi: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
  modelApi = await startApi({ MODEL: 'openai/gpt-5', OPENAI_API_KEY: 'none-is-called' });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await modelApi[Symbol.asyncDispose]();
});

async function newOwner(service = api) {
  const owner = await service.newOwner();
  const call = async (method: string, path: string, body?: object) =>
    (await (await owner.manage(method, path, body)).json()) as Record<string, unknown>;
  return { ...owner, call };
}

const hint =
  'Offline rules do not understand: "Reply politely". The nearest form: Reply "Order {{order.id}} recorded". Runs will end as needs_model until the sentence is spelled out or MODEL is set.';

describe('hints of an automation without a model', () => {
  it('come with every answer while something is not understood, and with none when all is', async () => {
    const { call } = await newOwner();
    const created = await call('POST', '/automations', { name: 'x', instructions: 'Reply politely' });
    expect(created['hints']).toEqual([hint]);
    const path = `/automations/${String(created['id'])}`;
    expect(await call('GET', path)).toEqual(created);
    expect(await call('GET', '/automations')).toMatchObject({ items: [{ hints: [hint] }] });
    expect(await call('POST', `${path}/pause`)).toMatchObject({ hints: [hint] });
    const filtered = await call('PATCH', path, { filter: 'the weather is fine, all in all' });
    expect(filtered['hints']).toEqual([
      hint,
      expect.stringContaining('do not understand the filter: "the weather is fine, all in all".'),
    ]);
    const spelledOut = await call('PATCH', path, { instructions: 'Reply "Thanks".', filter: 'total > 5' });
    expect(spelledOut).not.toHaveProperty('hints');
  });
});

describe('hints of an automation where a model is set', () => {
  it('are given only where its agent uses the offline rules all the same', async () => {
    const { call } = await newOwner(modelApi);
    const content = { name: 'x', instructions: 'Reply politely' };
    expect(await call('POST', '/automations', content)).not.toHaveProperty('hints');
    const agent = await call('POST', '/agents', { name: 'Rules', model: 'offline/rules-1' });
    expect(await call('POST', '/automations', { ...content, agentId: agent['id'] })).toMatchObject({
      hints: [hint.replace('MODEL is set', 'the agent has another model')],
    });
  });
});
