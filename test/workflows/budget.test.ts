import { afterAll, beforeAll, expect, test as sequential } from 'vitest';

import type { Scripted } from '#test/support/model-server.ts';
import { keyOfTarget, play } from '#test/support/play-model.ts';
import { startOrderTarget } from '#test/support/target.ts';

/** Each has a service of its own, which it mostly waits for. */
const test = sequential.concurrent;

let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  target = await startOrderTarget({ key: keyOfTarget });
});
afterAll(() => target[Symbol.asyncDispose]());

const lookAgain = (usage: { prompt_tokens: number; completion_tokens: number } | null): Scripted => ({
  toolCalls: [{ name: 'read_response', arguments: '{"requestCallId":"none"}' }],
  usage,
});
const small = { prompt_tokens: 100, completion_tokens: 20 };
const large = { prompt_tokens: 7_000, completion_tokens: 1_000 };
const send = { name: 'http_request', arguments: '{"method":"GET","url":"http://127.0.0.1:1/"}' };

test.each([
  [
    'steps',
    { RUN_MAX_STEPS: '2' },
    () => lookAgain(small),
    { calls: 3, reason: 'needed more than 2 model turns, the limit of one run (RUN_MAX_STEPS)' },
  ],
  [
    'requests, and sends nothing of the turn that asked for too many',
    { RUN_MAX_REQUESTS: '1' },
    () => ({ toolCalls: [send, { ...send, id: 'another' }] }),
    { calls: 3, reason: 'needed more than 1 request, the limit of one run (RUN_MAX_REQUESTS)' },
  ],
  [
    'tokens, before the turn that might not fit',
    { RUN_MAX_TOKENS: '12000' },
    () => lookAgain(large),
    { calls: 2, reason: 'what is left of 12,000 tokens, the limit of one run (RUN_MAX_TOKENS)' },
  ],
  [
    'tokens that the provider does not report',
    { RUN_MAX_TOKENS: '10000' },
    () => lookAgain(null),
    { calls: 2, reason: 'what is left of 10,000 tokens, the limit of one run (RUN_MAX_TOKENS)' },
  ],
  [
    'tokens that the provider reports as less than nothing',
    { RUN_MAX_TOKENS: '10000' },
    () => lookAgain({ prompt_tokens: 10, completion_tokens: -1_000_000_000 }),
    { calls: 2, reason: 'what is left of 10,000 tokens, the limit of one run (RUN_MAX_TOKENS)' },
  ],
  [
    'money that the provider reports as less than nothing',
    { RUN_MAX_COST_USD: '0.055', MODEL_PRICE: '1/10' },
    () => lookAgain({ prompt_tokens: 10, completion_tokens: -1_000_000_000 }),
    { calls: 2, reason: 'what is left of $0.055, the limit of one run (RUN_MAX_COST_USD)' },
  ],
  [
    'money, before the turn that might not fit',
    { RUN_MAX_COST_USD: '0.04', MODEL_PRICE: '1/10' },
    () => lookAgain(large),
    { calls: 2, reason: 'what is left of $0.04, the limit of one run (RUN_MAX_COST_USD)' },
  ],
] as const)('a run and a chat are stopped by their budget of %s', async (_, settings, script, expected) => {
  const { record, reply, callsOfRun, callsOfChat } = await play(settings, script);
  expect(record).toMatchObject({ outcome: 'failed', reason: expect.stringContaining(expected.reason) });
  expect(reply).toMatchObject({ outcome: 'failed', reply: expect.stringContaining(expected.reason) });
  expect([callsOfRun, callsOfChat]).toEqual([expected.calls, expected.calls]);
  expect(record.steps.filter(({ kind }) => kind === 'request')).toEqual([]);
});

test('a run and a chat whose model thinks longer than they may take are given up', async () => {
  const { record, reply } = await play({}, () => ({ hang: 'headers' }), { minutes: 0.04 });
  expect(record).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('(RUN_MAX_MINUTES)') });
  expect(record.durationMs).toBeLessThan(15_000);
  expect(reply).toMatchObject({ outcome: 'failed', reply: expect.stringContaining('(RUN_MAX_MINUTES)') });
});

test('a price that is not known does not stop a run that has a limit in money', async () => {
  const { record, reply } = await play({ RUN_MAX_COST_USD: '0.000001' }, () => ({ text: 'Done.' }));
  expect(record).toMatchObject({ outcome: 'succeeded', cost: { money: { state: 'unknown' } } });
  expect(reply).toMatchObject({ outcome: 'succeeded', reply: 'Done.' });
});

test('a run within all of them does its work', async () => {
  const settings = {
    RUN_MAX_STEPS: '2',
    RUN_MAX_REQUESTS: '1',
    RUN_MAX_TOKENS: '30000',
    RUN_MAX_COST_USD: '1',
    RUN_MAX_MINUTES: '1',
    MODEL_PRICE: '1/10',
  };
  const order = JSON.stringify({ method: 'POST', url: `${target.url}/orders`, body: '{}' });
  const { record } = await play(settings, (call) =>
    call % 2 === 1
      ? { toolCalls: [{ name: 'http_request', arguments: order }], usage: large }
      : { text: 'Done.' },
  );
  expect(record).toMatchObject({
    outcome: 'succeeded',
    answer: 'Done.',
    // 7,000 + 10 × 1,000, and 100 + 10 × 20.
    cost: { money: { state: 'known', amountMicros: 17_300 } },
  });
  expect(target.seen.filter(({ path }) => path === '/orders')).toHaveLength(2);
});
