import { describe, expect, it } from 'vitest';

import { createAgentModel } from '#models/agent-model.ts';
import { createPublicModel } from '#models/public-model.ts';
import { filterInputOf, turnInputOf } from '#test/support/turn-input.ts';
import { type wireFormats, wireRows } from '#test/support/wire/formats.ts';
import { startWireServer } from '#test/support/wire/server.ts';
import { sizeFaults, strictFaults } from '#test/support/wire/strict-subset.ts';

const verdict = { matches: true, confidence: 'sure', reason: 'It says so.' };

describe.each(wireRows)('the schema for $id', ({ provider: name, id, format }) => {
  const provider = name as keyof typeof wireFormats;

  it('declares tools by schemas that its strict mode takes', async () => {
    await using server = await startWireServer([{ body: format.answer({ text: 'Done.' }) }]);
    const model = createAgentModel({ id, apiKey: 'k', baseUrl: `${server.origin}${format.path}` });
    await model.turn({ ...turnInputOf('Report the order.', { order: 1 }), readsEarlierRuns: true });
    const tools = format.toolsIn(server.calls[0]?.body);
    expect(tools.map((tool) => tool.name)).toEqual([
      'http_request',
      'send_email',
      'read_delivery',
      'read_earlier_runs',
      'read_response',
      'text_tools',
      'finish',
    ]);
    for (const { schema } of tools) expect(strictFaults(provider, schema)).toEqual([]);
    for (const { schema } of tools)
      for (const member of Object.values((schema as { properties: object }).properties))
        expect(member).toHaveProperty('description', expect.stringMatching(/\.$/));
    expect(sizeFaults(tools.map(({ schema }) => schema))).toEqual([]);
    // OpenAI alone holds a model to schemas without a cost.
    expect(new Set(tools.map(({ isStrict }) => isStrict))).toEqual(new Set([provider === 'openai']));
  });

  it.each([{}, { readsEarlierRuns: false }, { readsEarlierRuns: true, delivery: null }])(
    'declares none for earlier runs that may not be read: %j',
    async (given) => {
      await using server = await startWireServer([{ body: format.answer({ text: 'Done.' }) }]);
      const model = createAgentModel({ id, apiKey: 'k', baseUrl: `${server.origin}${format.path}` });
      await model.turn({ ...turnInputOf('Report the order.', { order: 1 }), ...given });
      const names = format.toolsIn(server.calls[0]?.body).map((tool) => tool.name);
      expect(names).toContain('http_request');
      expect(names).not.toContain('read_earlier_runs');
    },
  );

  it('asks for objects of a filter by such schemas', async () => {
    await using server = await startWireServer([{ body: format.answer({ text: JSON.stringify(verdict) }) }]);
    const model = createAgentModel({ id, apiKey: 'k', baseUrl: `${server.origin}${format.path}` });
    await model.evaluateFilter(filterInputOf('it sounds urgent to the reader', { note: 'now!' }));
    expect(strictFaults(provider, format.answerSchemaIn(server.calls[0]?.body))).toEqual([]);
  });

  it('asks for the description of a picture by such a schema, its bounds in words', async () => {
    await using server = await startWireServer([{ body: format.answer({ text: '{}' }) }]);
    const model = createPublicModel(id, {
      MODEL: id,
      MODEL_BASE_URL: `${server.origin}${format.path}`,
      [`${provider.toUpperCase()}_API_KEY`]: 'k',
    });
    await model.describe(new Uint8Array([255, 216, 255]), AbortSignal.timeout(20_000)).catch(() => null);
    const schema = format.answerSchemaIn(server.calls[0]?.body);
    expect(strictFaults(provider, schema)).toEqual([]);
    expect(schema).toMatchObject({ properties: { prompt: { description: 'At most 4000 characters.' } } });
  });
});

describe('a schema that a strict mode refuses', () => {
  const closed = (member: object) => ({
    type: 'object',
    properties: { member },
    required: ['member'],
    additionalProperties: false,
  });

  it.each([
    { minimum: 0 },
    { maximum: 9 },
    { exclusiveMinimum: 0 },
    { multipleOf: 2 },
    { minLength: 1 },
    { maxLength: 9 },
    { pattern: '^a' },
    { format: 'uri' },
    { default: 'a' },
    { const: 'a' },
    { minItems: 2 },
    { maxItems: 9 },
    { uniqueItems: true },
    { title: 'Member' },
    { examples: ['a'] },
    { nullable: true },
    { propertyNames: { type: 'string' } },
    { patternProperties: {} },
    { oneOf: [] },
    { allOf: [] },
    { not: {} },
    { $ref: '#/$defs/a' },
    { $schema: 'https://json-schema.org/draft/2020-12/schema' },
    { type: ['string', 'null'] },
    { type: 'string', enum: ['a', ''] },
    { type: 'integer', enum: [1] },
    { type: 'array' },
    { type: 'object', properties: { a: { type: 'string' } }, required: [], additionalProperties: false },
    { type: 'object', properties: {}, required: [] },
    { type: 'object', additionalProperties: { type: 'string' } },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ])('is noticed: %j', (keyword) => {
    const refusing = wireRows.filter(({ provider }) => {
      const schema = closed({ type: 'string', ...keyword });
      return strictFaults(provider as keyof typeof wireFormats, schema).length > 0;
    });
    // One is enough: every provider is sent the same schemas.
    expect(refusing).not.toEqual([]);
  });

  it('may be what another provider takes', () => {
    expect(strictFaults('google', closed({ type: 'integer', minimum: 0 }))).toEqual([]);
    expect(strictFaults('anthropic', closed({ type: 'integer', minimum: 0 }))).toEqual(['#/member/minimum']);
    expect(strictFaults('openai', { anyOf: [closed({ type: 'string' })] })).toContain('# is no object');
  });
});
