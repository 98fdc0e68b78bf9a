import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startLoopbackServer } from '#test/support/loopback-server.ts';
import { startScriptedService } from '#test/support/scripted-service.ts';

const answerSchema = {
  type: 'object',
  properties: { total: { type: 'number' }, state: { type: 'string', enum: ['paid', 'open'] } },
  required: ['total', 'state'],
  additionalProperties: false,
};
const fits = { total: 12.5, state: 'paid' };

const finish = (answer: unknown, failure: string | null = null) => ({
  toolCalls: [{ name: 'finish', arguments: JSON.stringify({ answer, failure }) }],
});

let service: Awaited<ReturnType<typeof startScriptedService>>;
let target: Awaited<ReturnType<typeof startLoopbackServer>>;
beforeAll(async () => {
  [service, target] = await Promise.all([
    startScriptedService({ EGRESS_ALLOW_PRIVATE: 'true' }),
    startLoopbackServer((_, response) => response.writeHead(201).end('{}')),
  ]);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const post = () => ({
  toolCalls: [
    {
      name: 'http_request',
      arguments: JSON.stringify({ method: 'POST', url: `${target.origin}/orders`, headers: [], body: '{}' }),
    },
  ],
});

describe('The answer of a model', () => {
  it('is the result where it is JSON of the schema, which its call of finish is bound to', async () => {
    const { record, calls } = await service.play({ answers: [finish(fits)], content: { answerSchema } });
    expect(record).toMatchObject({ outcome: 'succeeded', answer: JSON.stringify(fits), result: fits });
    const tools = calls[0]?.body['tools'] as readonly { function: { name: string; parameters: object } }[];
    expect(tools.find((one) => one.function.name === 'finish')?.function.parameters).toMatchObject({
      properties: { answer: { type: 'object', properties: answerSchema.properties } },
    });
    expect(calls[0]?.text).toContain('it is JSON of this schema');
  });

  it('is asked for once more where it does not fit, with the place and nothing of its values', async () => {
    const wrong = { total: 'ssn-123', state: 'paid' };
    const answers = [finish(wrong), finish(fits)];
    const { record, calls } = await service.play({ answers, content: { answerSchema } });
    expect(record).toMatchObject({ outcome: 'succeeded', result: fits });
    const told = calls[1]?.body.messages.at(-1)?.content;
    expect(told).toContain('Your answer does not fit its schema: /total must be number.');
    expect(told).not.toContain('ssn-123');
  });

  it('is asked for once more where there are words around it; a fence is none', async () => {
    const text = `Here it is:\n${JSON.stringify(fits)}`;
    const fenced = `\`\`\`json\n${JSON.stringify(fits)}\n\`\`\``;
    const { record, calls } = await service.play({
      answers: [{ text }, { text: fenced }],
      content: { answerSchema },
    });
    expect(calls).toHaveLength(2);
    expect(record).toMatchObject({ outcome: 'succeeded', answer: JSON.stringify(fits), result: fits });
  });

  it('fails the run where it does not fit twice, and no bulk replay repeats its requests', async () => {
    const { record, calls, owner, automation } = await service.play({
      answers: [post(), finish({ state: 'paid' })],
      content: { answerSchema },
    });
    expect(calls).toHaveLength(3);
    expect(record).toMatchObject({
      outcome: 'failed',
      reason: "answer: the JSON must have required property 'total'.",
      result: null,
      requests: 1,
    });
    const replay = await owner.manage('POST', `/automations/${automation.id}/replay`, {});
    expect(await replay.json()).toMatchObject({ replayed: 0, leftOut: 1 });
  });

  it('is no matter where the model says that it failed', async () => {
    const answers = [finish(fits, 'The order is unknown.')];
    const { record } = await service.play({ answers, content: { answerSchema } });
    expect(record).toMatchObject({ outcome: 'failed', reason: 'The order is unknown.', result: null });
  });

  it('is text as before without a schema', async () => {
    const { record, calls } = await service.play({ answers: [{ text: JSON.stringify(fits) }] });
    expect(record).toMatchObject({ outcome: 'succeeded', answer: JSON.stringify(fits), result: null });
    expect(calls[0]?.text).not.toContain('it is JSON of this schema');
  });

  it('is in the CSV of deliveries, with the digits of its numbers', async () => {
    const text = '{"total":820982911946154508,"state":"open"}';
    const { record, owner, deliveryId } = await service.play({
      answers: [{ text }],
      content: { answerSchema },
    });
    const csv = await (await owner.manage('GET', '/deliveries.csv')).text();
    expect(csv.trim().split('\r\n').at(-1)).toContain(`"${text.replaceAll('"', '""')}"`);
    expect(await (await owner.manage('GET', `/deliveries/${deliveryId}`)).text()).toContain(
      `"result":${text}`,
    );
    expect(record.outcome).toBe('succeeded');
  });
});

describe('The answer of a plan', () => {
  const planned = (answer: string) => ({ answerSchema, plan: { answer } });

  it('is JSON whose texts are filled in: what arrives cannot become a part of it', async () => {
    const { record } = await service.play({
      answers: [],
      content: {
        answerSchema: { ...answerSchema, properties: { total: {}, state: { type: 'string' } } },
        plan: { answer: '{"total": "{{body.total}}", "state": "is {{body.state}}"}' },
      },
      body: { total: 7, state: '","total":0,"x":"' },
    });
    expect(record).toMatchObject({
      outcome: 'succeeded',
      by: { kind: 'plan' },
      result: { total: 7, state: 'is ","total":0,"x":"' },
    });
  });

  it('fails the run where it does not fit in the end', async () => {
    const { record } = await service.play({
      answers: [],
      content: planned('{"total": "{{body.total}}", "state": "paid"}'),
      body: { total: 'seven' },
    });
    expect(record).toMatchObject({ outcome: 'failed', reason: 'answer: /total must be number.' });
  });

  it.each([
    ['The total is {{body.total}}.', 'its answer is JSON'],
    ['{"total": "{{body.total}}"}', "must have required property 'state'"],
    ['{"total": "{{body.total}}", "state": "late"}', '/state must be equal to one of the allowed values'],
    ['{"total": "no. {{body.total}}", "state": "paid"}', '/total must be number'],
    ['{"total": 1, "state": "{{secret.key}}"}', 'Secrets are for requests'],
  ])('is refused when it is saved where it can never fit: %s', async (answer, reason) => {
    const { manage } = await service.api.newOwner();
    const content = { name: 'Orders', instructions: 'Say the total.' };
    const created = await manage('POST', '/automations', { ...content, ...planned(answer) });
    const refused = (await created.json()) as { code: string; path: string };
    expect([created.status, refused.code]).toEqual([400, 'INVALID_PLAN']);
    expect(refused.path).toMatch(/^answer/);
    expect(JSON.stringify(refused)).toContain(JSON.stringify(reason).slice(1, -1));
  });

  it('is refused, too, when a schema is saved that the plan does not fit', async () => {
    const { manage, newAutomation } = await service.api.newOwner();
    const { id } = await newAutomation({ plan: { answer: '{"total": 1, "state": "paid"}' } });
    const change = async (schema: object | null) =>
      (await manage('PATCH', `/automations/${id}`, { answerSchema: schema })).status;
    expect(await change(answerSchema)).toBe(200);
    expect(await change({ type: 'array' })).toBe(400);
    const read = async () => await (await manage('GET', `/automations/${id}`)).json();
    expect(await read()).toMatchObject({ answerSchema, planState: 'confirmed' });
    expect(await change(null)).toBe(200);
    expect(await read()).toMatchObject({ answerSchema: null, planState: 'confirmed' });
  });
});

it.each([
  [{ type: 'text' }, '/type must be equal to one of the allowed values'],
  [{ properties: { a: { $ref: 'https://example.com/a.json' } } }, '/properties/a/$ref names none of its own'],
  [{ properties: { a: { type: 'string', pattern: '(?=a)' } } }, '/properties/a/pattern is no pattern in RE2'],
  [{ description: 'x'.repeat(17_000) }, 'is larger than 16 KB'],
])('A schema that cannot be used is refused with its place: %#', async (schema, problem) => {
  const { manage, newAutomation } = await service.api.newOwner();
  const { id } = await newAutomation({});
  const refused = await manage('PATCH', `/automations/${id}`, { answerSchema: schema });
  const body = await refused.text();
  expect([refused.status, body]).toEqual([400, expect.stringContaining('INVALID_REQUEST')]);
  expect(body).toContain(`answerSchema: ${problem}`);
});
