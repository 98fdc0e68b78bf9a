import { expect, it } from 'vitest';

import { strictForm } from '#models/answer-form.ts';

const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});

it('A schema that every strict mode takes is given to providers in their form', () => {
  const schema = object({
    id: { type: 'integer', minimum: 1 },
    state: { type: 'string', enum: ['paid', 'open'] },
    note: { type: ['string', 'null'] },
    lines: { type: 'array', items: object({ sku: { type: 'string', pattern: '^a' } }) },
  });
  expect(strictForm(schema)).toEqual({
    type: 'object',
    properties: {
      id: { type: 'integer', description: 'At least 1.' },
      state: { type: 'string', enum: ['paid', 'open'] },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: { sku: { type: 'string' } },
          required: ['sku'],
          additionalProperties: false,
        },
      },
    },
    required: ['id', 'state', 'note', 'lines'],
    additionalProperties: false,
  });
});

it.each([
  ['an optional member', { ...object({ a: { type: 'string' } }), required: [] }],
  ['a member of any name', object({ a: { type: 'string' } }, { additionalProperties: { type: 'string' } })],
  ['a required member that it does not describe', { ...object({}), required: ['a'] }],
  ['an object without members', { type: 'object' }],
  ['a list of anything', { type: 'array' }],
  ['a reference', { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } }],
  ['an enumeration of numbers', object({ a: { type: 'integer', enum: [1, 2] } })],
  ['no type', object({ a: {} })],
  ['a name that no tool may have', object({ 'a b': { type: 'string' } })],
  ['a text for an answer', { type: 'string' }],
  ['a condition', object({ a: { type: 'string', if: true } })],
])('A schema with %s is told in the prompt alone', (_, schema) => {
  expect(strictForm(schema)).toBeNull();
});
