import { afterAll, beforeAll, describe, expect, test as sequential } from 'vitest';

import { limits } from '#domain/limits.ts';
import type { Scripted } from '#test/support/model-server.ts';
import { keyOfTarget } from '#test/support/play-model.ts';
import { startScriptedService } from '#test/support/scripted-service.ts';
import { startOrderTarget } from '#test/support/target.ts';

/** They mostly wait. */
const test = sequential.concurrent;

let service: Awaited<ReturnType<typeof startScriptedService>>;
beforeAll(async () => {
  service = await startScriptedService({ MODEL_PRICE: '1/10/0.1' });
});
afterAll(() => service[Symbol.asyncDispose]());

const done: Scripted = { text: 'All is well.' };
const used = (prompt: number, completion: number) => ({
  ...done,
  usage: { prompt_tokens: prompt, completion_tokens: completion },
});
const error = (status: number, type: string, message: string, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: JSON.stringify({ error: { message, type, code: type } }),
});

describe('a usage that cannot be', () => {
  test('costs what is not known, and takes no slot, however often it comes', async () => {
    const owner = await service.api.newOwner();
    const counts = [
      [1e300, 1],
      [2 ** 53, 1],
      [10.5, 3.25],
      [10, -1e9],
      [-1, 5],
      [1, 1e300],
      [0, 0],
      [1e12, 1],
    ] as const;
    expect(counts.length).toBeGreaterThanOrEqual(limits.concurrentDeliveries);
    for (const [prompt, completion] of counts) {
      const { record, automation } = await service.play({ owner, answers: [used(prompt, completion)] });
      expect(record).toMatchObject({ outcome: 'succeeded', cost: { money: { state: 'unknown' } } });
      const rows = await owner.manage('GET', `/automations/${automation.id}/activity`);
      expect(await rows.json()).toMatchObject({ items: [{ outcome: 'succeeded' }] });
    }
    const { record } = await service.play({ owner, answers: [used(1_000, 100)] });
    expect(record.cost).toMatchObject({ inputTokens: 1_000, money: { state: 'known', amountMicros: 2_000 } });
    const workspace = await (await owner.manage('GET', '/workspace')).json();
    expect(workspace).toMatchObject({ usage: { cost: { state: 'unknown', atLeastMicros: 2_000 } } });
  });

  test('is told from one that was cached, which has its own price', async () => {
    const usage = {
      prompt_tokens: 1_000,
      completion_tokens: 0,
      prompt_tokens_details: { cached_tokens: 1_000 },
    };
    const { record } = await service.play({ answers: [{ ...done, usage }] });
    expect(record.cost.money).toMatchObject({ state: 'known', amountMicros: 100 });
  });
});

describe('a provider', () => {
  test.each<[string, Scripted]>([
    ['is overloaded', error(503, 'overloaded_error', 'Overloaded', { 'retry-after': '1' })],
    ['limits the rate', error(429, 'rate_limit_exceeded', 'Slow down', { 'retry-after': '1' })],
    ['hangs up', { hang: 'cut' }],
  ])('that %s is waited for', async (_, away) => {
    const { record, calls } = await service.play({ answers: [away, away, done] });
    expect(record).toMatchObject({ outcome: 'succeeded', answer: 'All is well.' });
    expect(calls).toHaveLength(3);
    expect(record.steps).toHaveLength(1);
  });

  test.each<[string, Scripted, RegExp]>([
    [
      'has no quota left',
      error(429, 'insufficient_quota', 'You exceeded your current quota.'),
      /It said: "You exceeded your current quota\." \(429, insufficient_quota\)\.$/,
    ],
    [
      'refuses the key',
      error(401, 'invalid_api_key', 'Incorrect API key provided: sk-proj-a1b2c3d4e5'),
      /It said: "Incorrect API key provided: \[redacted\]" \(401, invalid_api_key\)\.$/,
    ],
    [
      'does not know the model',
      error(404, 'model_not_found', 'The model m does not exist'),
      /It said: "The model m does not exist" \(404, model_not_found\)\.$/,
    ],
  ])('that %s is asked once, and its words are the reason', async (_, refused, said) => {
    const { record, calls } = await service.play({ answers: [refused] });
    expect(record).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(said) });
    expect(calls).toHaveLength(1);
  });
});

describe('the choice of models', () => {
  const modelsOf = (calls: readonly { readonly body: object }[]) =>
    calls.map(({ body }) => (body as { readonly model: string }).model);
  const noQuota = error(402, 'billing_error', 'Insufficient balance');

  test('is that of the agent, with its effort and its longest answer', async () => {
    const agentModel = { main: 'openai-compatible/agents-own', effort: 'high', maxOutputTokens: 5_000 };
    const { record, calls } = await service.play({ answers: [done], agentModel });
    expect(calls[0]!.body).toMatchObject({
      model: 'agents-own',
      reasoning_effort: 'high',
      max_tokens: 5_000,
    });
    expect(record.steps).toMatchObject([{ model: 'openai-compatible/agents-own' }]);
  });

  test('is that of the automation where it has one, and the record says which answered and why', async () => {
    const { record, calls } = await service.play({
      answers: [noQuota, done],
      agentModel: { main: 'openai-compatible/agents-own', effort: 'low' },
      automationModel: { main: 'openai-compatible/main', fallback: 'openai-compatible/second' },
    });
    expect(modelsOf(calls)).toEqual(['main', 'second']);
    expect(calls[1]!.body).toMatchObject({ reasoning_effort: 'low' });
    expect(record.steps).toMatchObject([
      {
        model: 'openai-compatible/second',
        summary: 'Fallback, because the quota of openai-compatible/main is used up. Answered',
      },
    ]);
  });

  test('has its own for the filter', async () => {
    const verdict = { matches: true, confidence: 'sure', reason: 'It does.' };
    const { record, calls } = await service.play({
      filter: 'it sounds urgent to the reader',
      answers: [{ text: JSON.stringify(verdict) }, done],
      automationModel: { filter: 'openai-compatible/judge' },
      body: { note: 'Now!' },
    });
    // Those after it are of the run, and of the workflow that has the filter read once.
    expect(modelsOf(calls)[0]).toBe('judge');
    expect(record).toMatchObject({
      outcome: 'succeeded',
      filter: { matched: true, evidence: 'It does.' },
      steps: [{ model: 'openai-compatible/m' }],
    });
  });
});

test('every prompt of a run has the moment of its beginning, in the zone of that moment', async () => {
  const owner = await service.api.newOwner();
  const setZone = (timeZone: string) => owner.manage('PATCH', '/workspace', { timeZone });
  await setZone('Asia/Tokyo');
  await using target = await startOrderTarget({
    key: keyOfTarget,
    answer: async (_, response) => {
      await setZone('America/New_York');
      response.writeHead(201).end('{}');
    },
  });
  const request = JSON.stringify({ method: 'POST', url: `${target.url}/orders` });
  const { record, calls } = await service.play({
    owner,
    answers: [{ toolCalls: [{ name: 'http_request', arguments: request }] }, done],
  });
  expect(record).toMatchObject({ outcome: 'succeeded' });
  const [first, second] = calls.map(({ text }) => /Now: [^\\]+/.exec(text)?.[0]);
  expect(first).toMatch(
    /^Now: [A-Z][a-z]+day \d{4}-\d\d-\d\d \d\d:\d\d, Asia\/Tokyo \(GMT\+09:00\), where the owner is\.$/,
  );
  expect(second).toBe(first);
  // The earlier messages are repeated unchanged, so that the provider need not read it again.
  expect(calls[1]!.body.messages.slice(0, 3)).toEqual(calls[0]!.body.messages.slice(0, 3));
  expect(calls[1]!.body['tools']).toEqual(calls[0]!.body['tools']);
});
