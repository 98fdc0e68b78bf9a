import { afterAll, beforeAll, expect, test as sequential } from 'vitest';

import type { RecordedCall, Scripted } from '#test/support/model-server.ts';
import { keyOfTarget, play } from '#test/support/play-model.ts';
import { startOrderTarget } from '#test/support/target.ts';

/** Each has a service of its own, which it mostly waits for. */
const test = sequential.concurrent;

let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  target = await startOrderTarget({ key: keyOfTarget });
});
afterAll(() => target[Symbol.asyncDispose]());

const orderFor = ({ url }: Pick<typeof target, 'url'>) =>
  JSON.stringify({ method: 'POST', url: `${url}/orders`, body: '{}' });
const sendOrder = (to = target): Scripted => ({
  toolCalls: [{ name: 'http_request', arguments: orderFor(to) }],
});
const isLastTurn = ({ body, text }: RecordedCall) =>
  body['tool_choice'] === 'none' || (body['tools'] === undefined && text.includes('STATUS'));

/** The model sends orders without end, until it is told that it can ask for nothing more. */
const sendingUntil =
  (last: Scripted, to = target) =>
  (_: number, request: RecordedCall) =>
    isLastTurn(request) ? last : sendOrder(to);

test('tells what was done when the requests are used up, and can ask for nothing more', async () => {
  await using own = await startOrderTarget({ key: keyOfTarget });
  const said = 'Five orders were sent, the sixth was not.';
  const { record, reply, calls } = await play(
    {},
    sendingUntil({ ...sendOrder(own), text: `STATUS: incomplete\n${said}` }, own),
  );
  expect(record).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('more than 5 requests'),
    answer: said,
    warnings: [],
  });
  expect(reply).toMatchObject({ outcome: 'failed', reply: said });
  expect(record.steps.filter(({ kind }) => kind === 'request')).toHaveLength(5);
  expect(own.seen).toHaveLength(10);
  const last = calls.filter(isLastTurn);
  expect(last).toHaveLength(2);
  // The cached part of the prompt is repeated.
  expect(last[0]!.body['tools']).toEqual(calls[0]!.body['tools']);
  expect(last[0]!.body.messages.slice(0, 2)).toEqual(calls[0]!.body.messages.slice(0, 2));
  expect(last[0]!.text.match(/\/orders answered 201/g)).toHaveLength(5);
  expect(record.steps.at(-1)).toMatchObject({
    kind: 'model',
    summary: 'Said what was done: a limit of the run is used up',
  });
});

test('ends a run as succeeded whose work was done with its last turn', async () => {
  const { record } = await play(
    { RUN_MAX_STEPS: '1' },
    sendingUntil({ text: 'STATUS: complete\nThe order was recorded.' }),
  );
  expect(record).toMatchObject({
    outcome: 'succeeded',
    reason: null,
    answer: 'The order was recorded.',
    warnings: [expect.stringContaining('RUN_MAX_STEPS')],
  });
});

test.each<[string, Scripted]>([
  ['says nothing', { text: '' }],
  ['refuses', { text: "I'm sorry, but I can't help with that." }],
  ['is stopped by its provider', { text: 'The', finishReason: 'content_filter' }],
  ['fails', { status: 400 }],
  ['asks for more', { toolCalls: [{ name: 'http_request', arguments: '{}' }] }],
])('is replaced by a list of the requests when the model %s', async (_, last) => {
  const { record, reply } = await play({ RUN_MAX_STEPS: '2' }, sendingUntil(last));
  const line = `- POST ${new URL(target.url).host}/orders answered 201.`;
  const answer = ['The agent did not say what it did. Its requests:', line, line].join('\n');
  expect(record).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('2 model turns'),
    answer,
  });
  expect(reply).toMatchObject({ outcome: 'failed', reply: answer });
});

test('is paid from the tokens kept aside, with a prompt that leaves out earlier reads', async () => {
  const usage = { prompt_tokens: 9_000, completion_tokens: 1_000 };
  const { record, calls } = await play({ RUN_MAX_TOKENS: '15000' }, (_, request) =>
    isLastTurn(request)
      ? {
          text: 'STATUS: incomplete\nOne order was sent.',
          usage: { prompt_tokens: 900, completion_tokens: 90 },
        }
      : { ...sendOrder(), usage },
  );
  expect(record).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('RUN_MAX_TOKENS'),
    answer: 'One order was sent.',
    cost: { inputTokens: 9_900, outputTokens: 1_090 },
  });
  const last = calls.find(isLastTurn)!;
  expect(last.body['tools']).toBeUndefined();
  expect(last.text).toContain('/orders answered 201');
  expect(last.text).not.toContain('event_id');
  expect(last.body['max_tokens']).toBeLessThanOrEqual(4_096);
});

test('comes after the time of the run is over', async () => {
  const { record } = await play(
    {},
    (call, request) =>
      isLastTurn(request)
        ? { text: 'STATUS: incomplete\nOne order was sent.' }
        : call === 1
          ? sendOrder()
          : { hang: 'headers' },
    { minutes: 0.05 },
  );
  expect(record).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('RUN_MAX_MINUTES'),
    answer: 'One order was sent.',
  });
});

test('a run that fails at its provider after a request lists it', async () => {
  const { record } = await play({}, (call) => (call === 1 ? sendOrder() : { status: 401 }));
  expect(record).toMatchObject({
    outcome: 'failed',
    answer: expect.stringContaining('/orders answered 201.'),
  });
});
