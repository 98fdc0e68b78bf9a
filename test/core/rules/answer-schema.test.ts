import { describe, expect, it } from 'vitest';

import { faultOfAnswerSchema, readJsonAnswer } from '#rules/answer-schema.ts';
import { compilePlan } from '#rules/plan.ts';

describe('A schema', () => {
  it.each([
    [{ type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { format: 'date-time' } } }],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Any', type: ['string', 'null'] }],
    [
      JSON.parse(
        '{"anyOf": [{"const": 1}, {"not": {"enum": [2]}}], "if": true, "then": {"pattern": "^a+$"}}',
      ),
    ],
  ])('can be used: %j', (schema) => {
    expect(faultOfAnswerSchema(schema)).toBeNull();
  });

  const doubled = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `d${at}`,
      { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ]),
  );

  it.each([
    ['a keyword of another dialect', { definitions: {} }, '/definitions'],
    ['a keyword that finds its target elsewhere', { $dynamicRef: '#a' }, '/$dynamicRef'],
    ['an identity', { $id: 'https://example.com/a' }, '/$id'],
    ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema'],
    ['a remote reference', { $ref: 'https://example.com/a' }, '/$ref'],
    ['a reference to nothing', { items: { $ref: '#/$defs/toString' } }, '/items/$ref'],
    [
      'a reference to itself',
      { $ref: '#/$defs/a', $defs: { a: { items: { $ref: '#/$defs/a' } } } },
      '/$defs/a/items/$ref',
    ],
    ['references that double forty times', { $ref: '#/$defs/d0', $defs: { ...doubled, d40: true } }, ''],
    ['more values than may be compared', { enum: Array.from({ length: 2_001 }, (_, at) => at) }, ''],
    ['a pattern with a look-around', { pattern: '(?=a)b' }, '/pattern'],
    ['a pattern with a reference back', { patternProperties: { '(a)\\1': true } }, '/patternProperties'],
    ['patterns that are too large', { pattern: '(?:[a-z]{1000}){9}' }, '/pattern'],
    ['an unknown format', { format: 'regex' }, '/format'],
    [
      'a member that is the prototype',
      JSON.parse('{"properties":{"__proto__":{}}}') as object,
      '/properties',
    ],
    ['a type that is none', { type: 'float' }, '/type'],
  ])('with %s cannot', (_, schema, place) => {
    expect(faultOfAnswerSchema(schema as Record<string, unknown>)).toMatchObject({ place });
  });
});

describe('An answer', () => {
  const line = {
    type: 'object',
    properties: { sku: { type: 'string' } },
    additionalProperties: { type: 'number' },
  };
  const schema = {
    type: 'object',
    required: ['lines'],
    properties: { lines: { type: 'array', items: line } },
  };
  const read = (said: string, by: Record<string, unknown> = schema) => readJsonAnswer(by, said);

  it('is JSON alone, in a fence or not, and keeps its digits', () => {
    const text = '{"lines":[{"id":820982911946154508,"price":1.50}]}';
    expect(read(` ${text}\n`)).toEqual({ text });
    expect(read(`\`\`\`json\n${text}\n\`\`\``)).toEqual({ text });
    for (const other of ['', 'None.', `${text} Done.`, `${text}${text}`, '{"lines":[}', '['.repeat(9_000)])
      expect(read(other)).toEqual({ problem: 'it is not JSON alone.' });
    expect(read(JSON.stringify({ lines: [], note: 'x'.repeat(70_000) }))).toEqual({
      problem: 'it is longer than 64 KB.',
    });
  });

  it('is told of by its place, without a name or a value that the schema does not have', () => {
    expect(read('[]')).toEqual({ problem: 'the JSON must be object.' });
    expect(read('{"lines":[{},{"sku":"s-1"},{"sku":3}]}')).toEqual({
      problem: '/lines/2/sku must be string.',
    });
    expect(read('{"lines":[{"ssn 123":"secret"}]}')).toEqual({ problem: '/lines/0/* must be number.' });
    expect(read('"c"', { enum: ['a', 'b'] })).toEqual({
      problem: 'the JSON must be equal to one of the allowed values: ["a","b"].',
    });
  });

  it('has items that differ, however many there are', () => {
    const items = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, at) => ({ a: at, b: 0 })));
    expect(read(items(3_000), { uniqueItems: true })).toHaveProperty('text');
    expect(read('[{"a":1,"b":2},{"b":2,"a":1}]', { uniqueItems: true })).toEqual({
      problem: 'the JSON must NOT have the same item twice.',
    });
  });

  it('is compared with the parts of a schema a bounded number of times', () => {
    const schema = { items: { anyOf: Array.from({ length: 500 }, (_, at) => ({ const: at })) } };
    const items = (count: number) => JSON.stringify(Array(count).fill(499));
    expect(read(items(1_000), schema)).toHaveProperty('text');
    expect(read(items(10_000), schema)).toEqual({
      problem: 'the JSON is too large for such a schema.',
    });
    const pattern = '(?:[a-z]{0,100}[0-9]{0,100}){2}[A-Z]$';
    expect(read(JSON.stringify('a'.repeat(60_000)), { pattern })).toEqual({
      problem: 'the JSON is too large for such a schema.',
    });
  });

  it('fits patterns in linear time, and prices by their digits', () => {
    expect(read(JSON.stringify('a'.repeat(60_000)), { pattern: '^(a+)+$' })).toHaveProperty('text');
    expect(read(JSON.stringify(`${'a'.repeat(60_000)}!`), { pattern: '^(a+)+$' })).toHaveProperty('problem');
    for (const price of ['19.99', '0.07', '1.1'])
      expect(read(price, { multipleOf: 0.01 })).toEqual({ text: price });
    expect(read('19.995', { multipleOf: 0.01 })).toHaveProperty('problem');
  });

  it.each([
    ['date-time', '2026-11-27T10:00:00+01:00', '2026-11-27'],
    ['date', '2026-11-27', '2026-13-01'],
    ['email', 'ada@example.com', 'ada'],
    ['uri', 'https://example.com', 'example'],
    ['uuid', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3f2504e0'],
    ['ipv4', '192.0.2.1', '192.0.2.256'],
    ['ipv6', '2001:db8::1', '2001:db8:::1'],
  ])('has the format %s', (format, good, bad) => {
    expect(read(JSON.stringify(good), { format })).toHaveProperty('text');
    expect(read(JSON.stringify(bad), { format })).toHaveProperty('problem');
  });
});

describe('A plan', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: { type: 'string', maxLength: 5 },
      kind: { anyOf: [{ const: 'a' }, { type: 'null' }] },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true },
    },
    required: ['id'],
    additionalProperties: false,
  };
  const whole = '{{body.x}}';

  it.each([
    [{ id: whole, name: whole, kind: whole, tags: whole }],
    [{ id: 1, name: `n ${whole}`, kind: `k ${whole}` }],
    [{ id: 1, tags: [whole, whole] }],
  ])('may fit with what arrives: %j', (answer) => {
    expect(compilePlan({ steps: [], answer: JSON.stringify(answer) }, schema).state).toBe('compiled');
  });

  it.each([
    [{ name: whole }, "the JSON must have required property 'id'"],
    [{ id: `no. ${whole}` }, '/id must be integer'],
    [{ id: 1, name: 'too long' }, '/name must NOT have more than 5 characters'],
    [{ id: 1, kind: 'b' }, '/kind must be'],
    [{ id: 1, tags: [whole, whole, whole] }, '/tags must NOT have more than 2 items'],
    [{ id: 1, tags: [[whole]] }, '/tags/0 must be string'],
    [{ id: 1, other: whole }, 'the JSON must NOT have additional properties'],
  ])('can never fit: %j', (answer, problem) => {
    const compiled = compilePlan({ steps: [], answer: JSON.stringify(answer) }, schema);
    expect(compiled).toMatchObject({ state: 'invalid', path: 'answer' });
    expect(compiled).toHaveProperty('message', expect.stringContaining(problem));
  });

  it('says one text, and says something', () => {
    const text = '{"id": 1}';
    expect(compilePlan({ steps: [], answer: null }, schema).state).toBe('invalid');
    expect(compilePlan({ steps: [], answer: [{ text }, { text }] }, schema).state).toBe('invalid');
    const either = [
      { when: 'body.a == 1', text },
      { when: 'body.a != 1', text: '{"id": 2}' },
    ];
    expect(compilePlan({ steps: [], answer: either }, schema).state).toBe('compiled');
  });
});
