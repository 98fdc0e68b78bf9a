import { describe, expect, test } from 'vitest';

import { createPublicModel } from '#models/public-model.ts';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';

const signal = AbortSignal.timeout(20_000);

function modelAt(baseUrl: string) {
  const id = 'openai-compatible/fixture';
  return createPublicModel(id, { MODEL: id, MODEL_BASE_URL: baseUrl, MODEL_API_KEY: 'test-key' });
}

const ask = { instructions: 'Write.', prompt: 'A topic', maxOutputTokens: 100 };

describe('generate', () => {
  test('sends instructions and prompt in one call and gives the text', async () => {
    await using server = await startModelServer([{ text: 'A preview.' }]);
    expect(await modelAt(server.baseUrl).generate({ ...ask, signal })).toEqual({
      text: 'A preview.',
      isCut: false,
    });
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]?.body).toMatchObject({
      model: 'fixture',
      max_tokens: 100,
      messages: [
        { role: 'system', content: 'Write.' },
        { role: 'user', content: 'A topic' },
      ],
    });
  });

  test.each<[string, Scripted]>([
    ['429', { status: 429, headers: { 'retry-after': '7' } }],
    ['500', { status: 500 }],
    ['broken JSON', { raw: '{"choices": [', contentType: 'application/json' }],
    ['HTML', { raw: '<html>', contentType: 'text/html' }],
  ])('fails at once and is not tried again after %s', async (_, answer) => {
    await using server = await startModelServer([answer]);
    await expect(modelAt(server.baseUrl).generate({ ...ask, signal })).rejects.toThrow('no usable answer');
    expect(server.calls).toHaveLength(1);
  });

  test('gives up with its signal and closes the connection', async () => {
    await using server = await startModelServer([{ hang: 'headers' }]);
    const soon = AbortSignal.timeout(200);
    await expect(modelAt(server.baseUrl).generate({ ...ask, signal: soon })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await expect.poll(() => server.closedEarly()).toBe(1);
  });
});

test('describe sends the picture inline and gives what the model saw', async () => {
  const names = [
    'subject',
    'setting',
    'composition',
    'lighting',
    'palette',
    'style',
    'camera',
    'mood',
    'negative',
    'prompt',
  ];
  const seen = Object.fromEntries(names.map((name) => [name, `the ${name}`]));
  await using server = await startModelServer([{ text: JSON.stringify(seen) }]);
  expect(await modelAt(server.baseUrl).describe(Buffer.from([0xff, 0xd8, 0xff]), signal)).toEqual(seen);
  expect(server.calls[0]?.text).toContain('data:image/jpeg;base64,/9j/');
});

test.each([
  ['plain words', 'A red boat at dawn.', { prompt: 'A red boat at dawn.', subject: '' }],
  [
    'some members in a code block',
    '```json\n{"subject": "a boat", "mood": null}\n```',
    { subject: 'a boat' },
  ],
  ['an object between words', 'Here it is: {"prompt": "a red boat"}. Enjoy!', { prompt: 'a red boat' }],
])('describe makes the best of %s', async (_, text, expected) => {
  await using server = await startModelServer([{ text }]);
  expect(await modelAt(server.baseUrl).describe(Buffer.from([0xff, 0xd8, 0xff]), signal)).toMatchObject(
    expected,
  );
});

test.each([
  ['nothing', ' '],
  ['half an object', '{"subject": "a bo'],
  ['an object without a word', '{"subject": ""}'],
])('describe fails on %s', async (_, text) => {
  await using server = await startModelServer([{ text }]);
  await expect(
    modelAt(server.baseUrl).describe(Buffer.from([0xff, 0xd8, 0xff]), signal),
  ).rejects.toMatchObject({ failure: { kind: 'bad-answer' } });
});
