import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { CapabilityCall, capabilityOf, CapabilityResult, readCall } from '#capabilities/calls.ts';
import { capabilities } from '#capabilities/index.ts';

/** The calls that models send of each capability, and the call that it makes. */
const calls: {
  readonly [Name in CapabilityCall['name']]: readonly (readonly [
    input: unknown,
    call: Omit<Extract<CapabilityCall, { name: Name }>, 'callId' | 'name'>,
  ])[];
} = {
  http_request: [
    [
      { method: 'POST', url: 'https://a.example/', headers: [{ name: 'x-a', value: 'b' }], body: '{}' },
      { method: 'POST', url: 'https://a.example/', headers: { 'x-a': 'b' }, body: '{}' },
    ],
    [
      { method: 'POST', url: 'https://a.example/', body: { id: 7, tags: ['a'] } },
      { method: 'POST', url: 'https://a.example/', body: '{"id":7,"tags":["a"]}' },
    ],
    [
      { method: 'POST', url: 'https://a.example/', body: [1, null] },
      { method: 'POST', url: 'https://a.example/', body: '[1,null]' },
    ],
    [
      { method: 'POST', url: 'https://a.example/', body: '"{\\"id\\":7}"' },
      { method: 'POST', url: 'https://a.example/', body: '{"id":7}' },
    ],
    [
      { method: 'POST', url: 'https://a.example/', body: '"[today] done"' },
      { method: 'POST', url: 'https://a.example/', body: '"[today] done"' },
    ],
    [
      { method: 'GET', url: '', headers: null, body: null },
      { method: 'GET', url: '' },
    ],
    [
      { method: 'DELETE', url: 'https://a.example/' },
      { method: 'DELETE', url: 'https://a.example/' },
    ],
  ],
  send_email: [
    [
      { to: 'ada@example.com', subject: 'Hello', text: 'Yes.', html: null },
      { to: 'ada@example.com', subject: 'Hello', text: 'Yes.' },
    ],
    [
      { to: 'ada@example.com', subject: 'Hello', text: 'Yes.', html: '<p>Yes.</p>' },
      { to: 'ada@example.com', subject: 'Hello', text: 'Yes.', html: '<p>Yes.</p>' },
    ],
  ],
  read_delivery: [
    [
      { pointer: '/a', offset: 3, limit: 9 },
      { pointer: '/a', offset: 3, limit: 9 },
    ],
    [{ pointer: null, offset: null, limit: null }, {}],
    [
      { pointer: null, query: '$..price', aggregate: 'sum', find: '', offset: null, limit: null },
      { query: '$..price', aggregate: 'sum' },
    ],
    [
      { query: ' ', aggregate: null, find: 'invoice', offset: 4, limit: 2 },
      { find: 'invoice', offset: 4, limit: 2 },
    ],
    [{}, {}],
  ],
  text_tools: [
    [{ search: ' add numbers ', tool: null, params: null, textFrom: null }, { search: 'add numbers' }],
    [
      { search: '', tool: 'calculate', params: '{"text":"1.50 + 1"}', textFrom: null },
      { tool: 'calculate', params: { text: '1.50 + 1' } },
    ],
    [
      { tool: 'csv-stats', params: { header: true }, textFrom: '' },
      { tool: 'csv-stats', params: { header: true }, textFrom: '' },
    ],
    [
      { tool: 'csv-stats', params: '', textFrom: '/report' },
      { tool: 'csv-stats', params: {}, textFrom: '/report' },
    ],
  ],
  read_earlier_runs: [
    [{ offset: 3 }, { offset: 3 }],
    [{ offset: null }, { offset: 0 }],
    [{}, { offset: 0 }],
  ],
  read_response: [
    [
      { requestCallId: 'c1', offset: 5, limit: null },
      { requestCallId: 'c1', offset: 5, limit: 16_384 },
    ],
    [{ requestCallId: 'c1' }, { requestCallId: 'c1', offset: 0, limit: 16_384 }],
  ],
};
/** Params that no tool takes. */
const noObject = ['[1]', 'upper', '"a"', '{"text":'];
const rows = Object.entries(calls).flatMap(([name, pairs]) =>
  pairs.map(([input, call]) => [name, input, call] as const),
);

test.each(rows)('%s makes a call of %j that the record gives back unchanged', (name, input, expected) => {
  const call = readCall('c9', name, input);
  expect(call).toEqual({ callId: 'c9', name, ...expected });
  expect(CapabilityCall.parse(JSON.parse(JSON.stringify(call)))).toEqual(call);
});

test.each(noObject)('text_tools takes no params %s', (params) => {
  const { input } = capabilities.find(({ name }) => name === 'text_tools')!;
  expect(input.safeParse({ tool: 'calculate', params }).success).toBe(false);
});

test('finish makes no call: a turn makes it the answer', () => {
  expect(readCall('c9', 'finish', { answer: 'Done.' })).toBeNull();
});

test.each([
  { kind: 'response', status: 201, headers: { a: 'b' }, body: 'made', truncated: false },
  { kind: 'response', status: 401, headers: {}, body: '', truncated: true, notes: ['No policy.'] },
  { kind: 'refused', message: 'no' },
  { kind: 'failed', message: 'late' },
  { kind: 'matches', total: 9, offset: 2, nextOffset: null, lines: '{"at":"/a"}' },
  { kind: 'aggregate', aggregate: 'sum', matches: 9, others: 1, value: '1.5' },
  { kind: 'tools', tools: [{ tool: 'calculate', summary: 'Calculates.', params: { text: 'string' } }] },
  { kind: 'tool-output', isRefused: false, text: '3', totalChars: 1 },
  { kind: 'page', page: { text: 'a', offset: 0, totalChars: 2, nextOffset: 1 } },
])('a stored result of the kind $kind is read as it was written', (result) => {
  expect(CapabilityResult.parse(result)).toEqual(result);
});

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** The paths of the members that a model is told nothing about. */
function undescribed({ properties = {}, items, anyOf = [] }: Schema, path = ''): readonly string[] {
  const own = Object.entries(properties).flatMap(([name, member]) => [
    ...(member.description === undefined ? [`${path}/${name}`] : []),
    ...undescribed(member, `${path}/${name}`),
  ]);
  return [...own, ...[...(items ? [items] : []), ...anyOf].flatMap((inner) => undescribed(inner, path))];
}

describe.each(capabilities.map((capability) => [capability.name, capability] as const))(
  '%s',
  (_, { wireInput }) => {
    test('tells providers of every member as required and of no other, as their strict modes want it', () => {
      const schema = z.toJSONSchema(wireInput);
      expect(schema.required?.toSorted()).toEqual(Object.keys(schema.properties ?? {}).toSorted());
      expect(schema.additionalProperties).toBe(false);
    });

    test('describes every member, and the members of its members', () => {
      expect(undescribed(z.toJSONSchema(wireInput) as Schema)).toEqual([]);
    });
  },
);

test.each([
  ['GET', true],
  ['DELETE', true],
  ['POST', false],
  ['PATCH', false],
] as const)('a %s that was cut off is repeatable: %s', (method, isRepeatable) => {
  const call = { callId: 'c1', name: 'http_request', method, url: 'https://a.example/x?secret=1' } as const;
  const capability = capabilityOf(call);
  expect(capability.kind === 'request' && capability.isRepeatable(call)).toBe(isRepeatable);
  expect(capability.describe(call)).toBe(`${method} a.example/x`);
});
