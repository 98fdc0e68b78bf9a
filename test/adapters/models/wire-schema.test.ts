import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { wireSchema } from '#models/wire-schema.ts';
import { strictFaults } from '#test/support/wire/strict-subset.ts';

const memberOf = (member: z.ZodType) => wireSchema(z.object({ member })).properties?.['member'];

describe('a schema for providers', () => {
  it.each<[string, z.ZodType, object]>([
    ['a text of a kind', z.url().regex(/^https/), { type: 'string' }],
    ['a date', z.iso.datetime(), { type: 'string' }],
    ['a whole number', z.int(), { type: 'integer' }],
    ['a bounded number', z.number().min(1).max(9), { type: 'number', description: 'At least 1. At most 9.' }],
    [
      'a text of some length',
      z.string().min(1).max(5),
      { type: 'string', description: 'Not empty. At most 5 characters.' },
    ],
    ['one of several words', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['one word', z.literal('a'), { type: 'string', enum: ['a'] }],
    [
      'a text or nothing',
      z.string().nullable().describe('Its name.'),
      { description: 'Its name.', anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'a bounded text or nothing',
      z.string().max(5).nullable(),
      { anyOf: [{ type: 'string', description: 'At most 5 characters.' }, { type: 'null' }] },
    ],
    [
      'one of several words or nothing',
      z.enum(['a']).nullable(),
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
    ],
    [
      'a text or a number',
      z.union([z.string(), z.number()]),
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
    ],
    [
      'a bounded list',
      z.array(z.boolean()).max(3),
      { type: 'array', items: { type: 'boolean' }, description: 'At most 3 items.' },
    ],
    [
      'an object with a name',
      z.object({ a: z.string() }).meta({ title: 'A' }),
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
    ],
  ])('says %s in the keywords of every strict mode', (_, member, expected) => {
    const schema = wireSchema(z.object({ member }));
    expect(schema.properties?.['member']).toEqual(expected);
    for (const provider of ['openai', 'anthropic', 'google', 'openai-compatible'] as const)
      expect(strictFaults(provider, schema)).toEqual([]);
  });

  it('tells variants apart by anyOf', () => {
    const variants = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), n: z.int() }),
      z.object({ kind: z.literal('b') }),
    ]);
    expect(memberOf(variants)).toMatchObject({
      anyOf: [{ required: ['kind', 'n'] }, { required: ['kind'] }],
    });
    expect(strictFaults('openai', wireSchema(z.object({ variants })))).toEqual([]);
  });

  it.each<[string, z.ZodType]>([
    ['a member that may be left out', z.string().optional()],
    ['a member with a default', z.string().default('a')],
    ['members of any name', z.record(z.string(), z.string())],
    ['an object that is open', z.looseObject({ a: z.string() })],
    ['anything', z.unknown()],
    ['a list of given places', z.tuple([z.string(), z.int()])],
    ['a recursion', z.json()],
  ])('is not made of %s', (_, member) => {
    expect(() => wireSchema(z.object({ member }))).toThrow(/^A schema for providers/);
  });
});
