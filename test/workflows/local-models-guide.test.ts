import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { startScriptedService } from '#test/support/scripted-service.ts';

const guide = readFileSync(new URL('../../docs/guides/local-models.md', import.meta.url), 'utf8');

/** The settings of the guide, block by block. */
const settings = [...guide.matchAll(/```sh\n((?:[A-Z_]+=\S+\n)+)```/g)].map(([, block = '']) =>
  Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/).slice(0, 2) as [string, string]),
  ),
);
const servers = settings.filter((block) => 'MODEL' in block);
const goesWithIt = settings.find((block) => 'MODEL_PRICE' in block)!;

const used = { prompt_tokens: 2_000, completion_tokens: 20 };

test.concurrent.each(servers.map((block) => [block['MODEL']!, block] as const))(
  'with the settings of the guide, %s carries out an automation',
  async (model, { MODEL_BASE_URL: address = '', ...env }) => {
    // The server of the guide, on another port.
    await using service = await startScriptedService({ ...env, ...goesWithIt });
    expect(new URL(address).pathname).toBe('/v1');
    const { record, calls } = await service.play({
      answers: [
        { toolCalls: [{ name: 'read_delivery', arguments: '{"pointer":"/order"}' }], usage: used },
        { toolCalls: [{ name: 'finish', arguments: '{"answer":"It is order A-1."}' }], usage: used },
      ],
      body: { order: 'A-1' },
    });
    expect(record).toMatchObject({
      outcome: 'succeeded',
      answer: 'It is order A-1.',
      // A price of zero is known.
      cost: { inputTokens: 4_000, outputTokens: 40, money: { state: 'known', amountMicros: 0 } },
    });
    expect(record.steps).toMatchObject([{ model }, { model }]);
    const { body, headers, text } = calls[0]!;
    expect(body).toMatchObject({ model: model.slice('openai-compatible/'.length), max_tokens: 4_096 });
    expect(headers).not.toHaveProperty('authorization');
    // The guide's figures for the rules and tools, at three and a half bytes a token, with a delivery of a few bytes.
    expect(text.length / 3.5).toBeLessThan(2_500);
    expect(calls[1]!.text).toContain('A-1');
  },
);

test('the guide has settings for four servers', () => {
  expect(servers).toHaveLength(4);
  expect(goesWithIt).toMatchObject({ MODEL_PRICE: '0/0/0' });
});
