import { afterAll, beforeAll, expect, test } from 'vitest';

import type { DeliveryRecord } from '#capabilities/records.ts';
import { defaultBudget } from '#domain/budget.ts';
import { limits } from '#domain/limits.ts';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

/** A model that asks for one turn after the other, and counts the tokens of its prompts as providers do. */
let script: readonly ((results: readonly string[]) => Turn)[] = [];
type Turn = readonly (readonly [tool: string, input: object])[];

let models: Awaited<ReturnType<typeof startModelServer>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let callsBefore = 0;

const bytesPerToken = 3.5;

beforeAll(async () => {
  models = await startModelServer((call): Scripted => {
    const { body, text } = models.calls[call - 1]!;
    const lastAnswer = body.messages.findLastIndex(({ role }) => role === 'assistant');
    const results = body.messages.slice(lastAnswer + 1).map(({ content }) => String(content));
    const turn = script[call - callsBefore - 1]?.(results) ?? [];
    const usage = { prompt_tokens: Math.ceil(text.length / bytesPerToken), completion_tokens: 200 };
    const toolCalls = turn.map(([name, input], index) => ({
      id: `c-${call}-${index}`,
      name,
      arguments: JSON.stringify(input),
    }));
    return { toolCalls, usage };
  });
  api = await startApi({ MODEL: 'openai-compatible/m', MODEL_BASE_URL: models.baseUrl });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

/** The text between the markers of a result. */
const dataIn = (result: string): string => /<<DATA [\w-]+>>\n([\s\S]*)\n<<\/DATA/.exec(result)?.[1] ?? result;

/** Delivers a body of the largest size that is accepted, and waits for the end of its run. */
async function play(body: string, contentType: string, turns: typeof script) {
  expect(Buffer.byteLength(body)).toBe(limits.deliveryBodyBytesMax);
  script = turns;
  callsBefore = models.calls.length;
  const { manage, newAutomation } = await api.newOwner();
  const automation = await newAutomation({ instructions: 'Report what the delivery holds.' });
  const delivered = await fetch(automation.hook, {
    method: 'POST',
    headers: { 'content-type': contentType, 'x-service-event-id': 'evt' },
    body,
  });
  const { deliveryId } = (await delivered.json()) as { deliveryId: string };
  await api.temporal.client.workflow.getHandle(`run/${automation.id}/id/evt`).result();
  const record = (await (await manage('GET', `/deliveries/${deliveryId}`)).json()) as DeliveryRecord;
  const prompts = models.calls.slice(callsBefore).map(({ text }) => text);
  expect(record.cost.inputTokens + record.cost.outputTokens).toBeLessThan(defaultBudget.tokens);
  return { record, prompts };
}

const read = (input: object) => ['read_delivery', input] as const;
const finish = (answer: string): Turn => [['finish', { answer, failure: null }]];

test(
  'one item among 20,000 is found, and all of them are counted and added up',
  { timeout: 120_000 },
  async () => {
    const items = Array.from({ length: 20_000 }, (_, id) => ({ sku: `S${id}`, price: `${id % 100}.10` }));
    const whole = JSON.stringify({ order: { items }, note: '' });
    const note = 'n'.repeat(limits.deliveryBodyBytesMax - whole.length);
    const { record, prompts } = await play(JSON.stringify({ order: { items }, note }), 'application/json', [
      () => [
        read({ query: '$.order.items[?@.sku == "S15234"].price' }),
        read({ query: '$.order.items[*]', aggregate: 'count' }),
        read({ query: '$..price', aggregate: 'sum' }),
        read({ find: 's19999' }),
      ],
      ([price = '', count = '', sum = '']) => [
        ['text_tools', { search: 'calculate percentage' }],
        [
          'text_tools',
          { tool: 'calculate', params: JSON.stringify({ text: `${dataIn(sum)} / ${dataIn(count)}` }) },
        ],
        read({ pointer: (JSON.parse(dataIn(price)) as { at: string }).at }),
      ],
      (results) => finish(results.map(dataIn).join(' | ')),
    ]);
    expect(record).toMatchObject({ outcome: 'succeeded', warnings: [], answer: ' | 49.6 | 34.10' });
    const [, found = '', tools = ''] = prompts;
    expect(found).toContain('/order/items/19999/sku');
    expect(found).toContain('992000');
    expect(tools).toContain('Evaluates an arithmetic expression');
  },
);

test('a line of text and a field of a form are found', { timeout: 120_000 }, async () => {
  const start = `${'row;of;values\n'.repeat(60_000)}Total due: 17.50 EUR\n`;
  const text = start + '-'.repeat(limits.deliveryBodyBytesMax - start.length);
  const inText = await play(text, 'text/plain', [
    () => [read({ find: 'total DUE' })],
    ([match = '']) => [read({ offset: (JSON.parse(dataIn(match)) as { at: number }).at, limit: 20 })],
    ([line = '']) => finish(dataIn(line)),
  ]);
  expect(inText.record).toMatchObject({ outcome: 'succeeded', answer: 'Total due: 17.50 EUR' });
  const fields = `name=Ada+L%C3%B8v&text=`;
  const form = fields + 'x'.repeat(limits.deliveryBodyBytesMax - fields.length);
  const inForm = await play(form, 'application/x-www-form-urlencoded', [
    () => [read({ find: 'ada løv' }), read({ query: '$.name' })],
    (results) => finish(results.map(dataIn).join()),
  ]);
  expect(inForm.record.answer).toBe('{"at":"/name","value":"Ada Løv"},{"at":"/name","value":"Ada Løv"}');
});

test(
  'a model that reads page after page is not stopped by what it read before',
  { timeout: 120_000 },
  async () => {
    const text = Array.from({ length: 50_000 }, (_, line) => `line ${String(line).padStart(14, '0')}`).join(
      '\n',
    );
    const body = text.slice(0, limits.deliveryBodyBytesMax - 1).padEnd(limits.deliveryBodyBytesMax, '.');
    const page = (number: number) => () => [read({ offset: number * 16_384 })];
    const { record, prompts } = await play(body, 'text/plain', [
      ...[1, 2, 3, 4, 5].map(page),
      (results) => finish(dataIn(results[0] ?? '').split('\n')[0] ?? ''),
    ]);
    expect(record).toMatchObject({ outcome: 'succeeded', answer: 'line 00000000004096' });
    expect(prompts.at(-1)!.split('It was read and is left out now').length - 1).toBe(4);
  },
);
