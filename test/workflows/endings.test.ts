import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test as sequential } from 'vitest';

import type { Scripted } from '#test/support/model-server.ts';
import { keyOfTarget } from '#test/support/play-model.ts';
import { startScriptedService } from '#test/support/scripted-service.ts';
import { startOrderTarget } from '#test/support/target.ts';

/** They mostly wait. */
const test = sequential.concurrent;

let service: Awaited<ReturnType<typeof startScriptedService>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  service = await startScriptedService();
  target = await startOrderTarget({
    key: keyOfTarget,
    // The end of a path is the status.
    answer: ({ path }, response) => {
      response.writeHead(Number(/\d{3}$/.exec(path)?.[0] ?? 201)).end('{}');
      return Promise.resolve();
    },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const request = (path: string, { method = 'POST', id }: { method?: string; id?: string } = {}) => ({
  name: 'http_request',
  arguments: JSON.stringify({
    method,
    url: path.startsWith('http') ? path : `${target.url}/${path}`,
    headers: null,
    body: method === 'GET' ? null : '{}',
  }),
  ...(id !== undefined && { id }),
});
const asks = (...toolCalls: readonly ReturnType<typeof request>[]): Scripted => ({ toolCalls });
const finish = (answer: string, failure: string | null = null): Scripted => ({
  toolCalls: [{ name: 'finish', arguments: JSON.stringify({ answer, failure }) }],
});
const refusal = "I'm sorry, but I can't help with that.";
const inWriting =
  '{"name": "http_request", "arguments": {"method": "POST", "url": "https://api.example.com/"}}';
const sentTo = (path: string) => target.seen.filter((seen) => seen.path === `/${path}`).length;

/** The reasons of failed runs in the guide. */
const guide = readFileSync(new URL('../../docs/guides/outcomes.md', import.meta.url), 'utf8');
const guideReasons = [...guide.matchAll(/^\| .+ \| ((?:The|expects:) .+\.) \|$/gm)].map(
  ([, reason = '']) => reason,
);
const declined = 'The model declined to do what the instructions ask for.';
const [cutOff = ''] = guideReasons.filter((reason) => reason.includes('cut off'));
const [malformed = ''] = guideReasons.filter((reason) => reason.includes('three times'));

/** Each ends twice, or as often as it takes, the same way. */
const noGoodEnds: readonly (readonly [
  string,
  () => Scripted,
  string,
  { turns?: number; finishReason?: string; instructions?: (word: string) => string },
])[] = [
  ['refuses', () => ({ text: refusal }), declined, {}],
  ['refuses by finish', () => finish(refusal), declined, { finishReason: 'tool-calls' }],
  [
    'is stopped by its provider',
    () => ({ text: 'The', finishReason: 'content_filter' }),
    declined,
    { finishReason: 'content-filter' },
  ],
  ['answers nothing', () => ({ text: '' }), 'The model gave no answer.', {}],
  ['finishes without a word', () => finish(' '), 'The model gave no answer.', { finishReason: 'tool-calls' }],
  [
    'is cut off',
    () => ({ text: 'The order was rece', finishReason: 'length' }),
    cutOff,
    { finishReason: 'length' },
  ],
  [
    'is cut off in a call',
    () => ({ toolCalls: [{ name: 'http_request', arguments: '{"method":"PO' }], finishReason: 'length' }),
    cutOff,
    { finishReason: 'length' },
  ],
  [
    'only says what it will do',
    () => ({ text: 'I will now send the order to the API. One moment please.' }),
    'The model said what it was going to do, and did not do it.',
    {},
  ],
  [
    'asks back',
    () => ({ text: 'Which API should I send this to?' }),
    'The model asked a question instead of doing the work.',
    {},
  ],
  [
    'insists on a question',
    () => finish('Done. Should I send a reminder?'),
    'The model asked a question instead of doing the work.',
    { finishReason: 'tool-calls' },
  ],
  [
    'leaves out the request',
    () => finish('I have sent the order to the API.'),
    'expects: POST api.example.com/orders was not answered with 2xx.',
    {
      finishReason: 'tool-calls',
      instructions: (word) => `POST {"task": "${word}"} to https://api.example.com/orders.`,
    },
  ],
  [
    'asks for what cannot be read',
    () => ({ toolCalls: [{ name: 'launch', arguments: '{' }] }),
    malformed,
    { turns: 3, finishReason: 'tool-calls' },
  ],
  [
    'writes its call as text',
    () => ({ text: `<tool_call>\n${inWriting}\n</tool_call>` }),
    malformed,
    { turns: 3 },
  ],
];

describe('a run is failed whose model', () => {
  test.each(noGoodEnds)('%s', async (_, answer, reason, { turns = 2, finishReason = 'stop', ...given }) => {
    const { record, calls } = await service.play({ answers: [answer()], ...given });
    expect(record).toMatchObject({ outcome: 'failed', reason, requests: 0 });
    expect(record.steps).toHaveLength(turns);
    for (const step of record.steps) expect(step).toMatchObject({ kind: 'model', finishReason });
    // It was told so, and had the chance to mend it.
    expect(
      record.steps
        .slice(0, -1)
        .every((step) => 'summary' in step && step.summary.endsWith(', and was told so')),
    ).toBe(true);
    expect(calls).toHaveLength(turns);
  });

  sequential('ends in one of the ways of the guide', () => {
    const played = noGoodEnds.map(([, , reason]) => reason);
    const [last, ...others] = guideReasons
      .toReversed()
      .sort((a, b) => Number(b.startsWith('The last')) - Number(a.startsWith('The last')));
    expect(last).toMatch(/^The last request, POST .* answered 500\.$/);
    expect(new Set(played)).toEqual(new Set(others));
  });

  test('does not report a writing request that failed', async () => {
    const { record } = await service.play({
      answers: [asks(request('unsaid/500')), finish('Sent successfully.')],
    });
    const host = new URL(target.url).host;
    expect(record).toMatchObject({
      outcome: 'failed',
      reason: `The last request, POST ${host}/unsaid/500, answered 500.`,
      answer: 'Sent successfully.',
    });
    expect(sentTo('unsaid/500')).toBe(1);
  });

  test('does not report a request that Network Access refused', async () => {
    const { record } = await service.play({
      answers: [asks(request('https://evil.example/x')), { text: 'Sent to evil.example.' }],
    });
    expect(record).toMatchObject({
      outcome: 'failed',
      reason: 'The last request, POST evil.example/x, was refused.',
    });
  });

  test('reports a failure', async () => {
    const { record } = await service.play({
      answers: [asks(request('said/500')), finish('Nothing was recorded.', 'The API answered 500.')],
    });
    expect(record).toMatchObject({
      outcome: 'failed',
      reason: 'The API answered 500.',
      answer: 'Nothing was recorded.',
      warnings: [],
    });
  });
});

describe('a run succeeds whose model', () => {
  test('does the work once it is told', async () => {
    const { record, calls } = await service.play({
      answers: [
        { text: 'I will now send the order.' },
        asks(request('told/201')),
        finish('The order was sent.', 'None'),
      ],
    });
    expect(record).toMatchObject({
      outcome: 'succeeded',
      reason: null,
      answer: 'The order was sent.',
      warnings: [],
    });
    expect(record.steps.map(({ kind }) => kind)).toEqual(['model', 'model', 'request', 'model']);
    expect(calls[1]!.text).toContain('You said what you are going to do, and nothing was done.');
    expect(sentTo('told/201')).toBe(1);
  });

  test('has twice the room after it was cut off', async () => {
    const { record, calls } = await service.play({
      answers: [{ text: 'The ord', finishReason: 'length' }, { text: 'All is well.' }],
    });
    expect(record).toMatchObject({ outcome: 'succeeded', answer: 'All is well.' });
    expect(calls.map(({ body }) => body['max_tokens'])).toEqual([4_096, 8_192]);
    expect(calls[1]!.text).not.toContain('The ord"');
  });

  test('has a doubtful request before the last one, with a warning', async () => {
    const { record } = await service.play({
      answers: [
        asks(request('stock/404', { method: 'GET' })),
        asks(request('doubt/201')),
        finish('Recorded.'),
      ],
    });
    expect(record).toMatchObject({
      outcome: 'succeeded',
      answer: 'Recorded.',
      warnings: [`GET ${new URL(target.url).host}/stock/404 answered 404.`],
    });
  });

  test('finds that a failed request does no harm, with a warning', async () => {
    const { record } = await service.play({
      answers: [asks(request('there/409')), finish('The contact already exists.')],
    });
    expect(record).toMatchObject({
      outcome: 'succeeded',
      warnings: [`POST ${new URL(target.url).host}/there/409 answered 409.`],
    });
  });

  test('gives both calls of an answer one id, and has both carried out', async () => {
    const both = asks(request('one-id/a', { id: 'call_1' }), request('one-id/b', { id: 'call_1' }));
    const { record } = await service.play({ answers: [both, finish('Both were sent.')] });
    expect(record).toMatchObject({ outcome: 'succeeded' });
    expect([sentTo('one-id/a'), sentTo('one-id/b')]).toEqual([1, 1]);
  });

  test('asks for more requests than there may be, and then for fewer', async () => {
    const six = Array.from({ length: 6 }, () => request('many/201'));
    const { record, calls } = await service.play({
      answers: [asks(...six), asks(...six.slice(0, 5)), finish('Five were sent.')],
    });
    expect(record).toMatchObject({ outcome: 'succeeded', answer: 'Five were sent.' });
    expect(calls[1]!.text).toContain('this run may send 5 more');
    expect(sentTo('many/201')).toBe(5);
  });
});

test('a run says of each turn why it ended, and what was cached and reasoned', async () => {
  const usage = {
    prompt_tokens: 1_200,
    completion_tokens: 80,
    prompt_tokens_details: { cached_tokens: 900 },
    completion_tokens_details: { reasoning_tokens: 40 },
  };
  const { record } = await service.play({
    answers: [
      { toolCalls: [{ name: 'read_delivery', arguments: '{"find":"a"}' }], usage },
      { text: 'All is well.', usage: null },
    ],
  });
  expect(record.steps).toMatchObject([
    {
      inputTokens: 1_200,
      cachedInputTokens: 900,
      outputTokens: 80,
      reasoningTokens: 40,
      finishReason: 'tool-calls',
    },
    { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, finishReason: 'stop' },
  ]);
});
