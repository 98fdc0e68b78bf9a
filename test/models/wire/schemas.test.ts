import { describe, expect, it } from 'vitest';

import { createAgentModel } from '../../../models/agent-model.ts';
import { createPublicModel } from '../../../models/public-model.ts';
import { wireRows } from '../../support/wire/formats.ts';
import { startWireServer } from '../../support/wire/server.ts';
import { filterInputOf, turnInputOf } from '../../support/turn-input.ts';

/** The keywords that every provider takes in strict mode; whatever else stands in a schema may refuse every call. */
const keywords = new Set([
  'type',
  'description',
  'enum',
  'anyOf',
  'items',
  'properties',
  'required',
  'additionalProperties',
]);

/** Where a schema has what no strict mode takes. */
function faultsOf(schema: unknown, path = '#'): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [`${path} is no schema`];
  const { properties, items, anyOf, ...rest } = schema as Record<string, unknown>;
  const members = Object.entries((properties as object | undefined) ?? {});
  const isOpen =
    properties !== undefined &&
    (rest['additionalProperties'] !== false ||
      String(rest['required']) !== members.map(([name]) => name).join(','));
  return [
    ...Object.keys(schema).flatMap((keyword) => (keywords.has(keyword) ? [] : [`${path}/${keyword}`])),
    ...(isOpen ? [`${path} leaves members open`] : []),
    ...members.flatMap(([name, member]) => faultsOf(member, `${path}/${name}`)),
    ...(items === undefined ? [] : faultsOf(items, `${path}/items`)),
    ...((anyOf as readonly unknown[] | undefined) ?? []).flatMap((one, at) => faultsOf(one, `${path}/${at}`)),
  ];
}

const usable = { anyOf: [], remainder: 'It sounds urgent.' };
const verdict = { matches: true, confidence: 'sure', reason: 'It says so.' };

describe.each(wireRows)('what goes to $id', ({ provider, id, format }) => {
  it('declares tools by schemas that every strict mode takes', async () => {
    await using server = await startWireServer([{ body: format.answer({ text: 'Done.' }) }]);
    const model = createAgentModel({ id, apiKey: 'k', baseUrl: `${server.origin}${format.path}` });
    await model.turn(turnInputOf('Report the order.', { order: 1 }));
    const tools = format.toolsIn(server.calls[0]?.body);
    expect(tools.map(({ name }) => name)).toContain('http_request');
    for (const { name, schema } of tools) expect(faultsOf(schema, name)).toEqual([]);
    // OpenAI alone holds a model to schemas without a cost.
    expect(new Set(tools.map(({ isStrict }) => isStrict))).toEqual(new Set([provider === 'openai']));
  });

  it('asks for objects of a filter by such schemas', async () => {
    await using server = await startWireServer(
      [usable, verdict].map((answer) => ({ body: format.answer({ text: JSON.stringify(answer) }) })),
    );
    const model = createAgentModel({ id, apiKey: 'k', baseUrl: `${server.origin}${format.path}` });
    await model.evaluateFilter(filterInputOf('it sounds urgent to the reader', { note: 'now!' }));
    expect(server.calls).toHaveLength(2);
    for (const { body } of server.calls) expect(faultsOf(format.answerSchemaIn(body))).toEqual([]);
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
    expect(faultsOf(schema)).toEqual([]);
    expect(schema).toMatchObject({ properties: { prompt: { description: 'At most 4000 characters.' } } });
  });
});
