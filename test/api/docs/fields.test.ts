import { describe, expect, it } from 'vitest';

import { fieldLists } from '#api/docs/fields.ts';

/** The words of a list, without its elements. */
const wordsOf = (schema: object, direction: 'request' | 'answer' = 'request') =>
  String(fieldLists(schema, direction))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const member = (property: object, required: readonly string[] = []) => ({
  type: 'object',
  properties: { name: property },
  required,
});

describe('the members of a schema', () => {
  it.each([
    [
      'a text with bounds',
      { type: 'string', minLength: 3, maxLength: 2000 },
      'name string At least 3 characters. At most 2,000 characters.',
    ],
    ['one character', { type: 'string', maxLength: 1 }, 'name string At most 1 character.'],
    [
      'a choice',
      { type: 'string', enum: ['a', 'b'], default: 'a' },
      'name string One of a, b. Default &quot;a&quot;.',
    ],
    [
      'an object with a default',
      { type: 'object', default: { tries: 5, codes: [1, 2], none: [] } },
      'name object Default { &quot;tries&quot;: 5, &quot;codes&quot;: [ 1, 2 ], &quot;none&quot;: [] }.',
    ],
    ['a text or nothing', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'name string or null'],
    ['a list', { type: 'array', items: { type: 'string', enum: ['x'] } }, 'name array of strings Any of x.'],
    [
      'a list with a bound',
      { type: 'array', items: { type: 'string' }, maxItems: 20 },
      'name array of strings At most 20 of them.',
    ],
    ['a file', { type: 'string', contentMediaType: 'application/pdf' }, 'name application/pdf'],
    ['a fixed value', { const: 'merge', type: 'string' }, 'name &quot;merge&quot;'],
    ['code in a description', { type: 'string', description: 'Such as `*.`' }, 'name string Such as *.'],
    [
      'members of its own',
      { type: 'object', properties: { inside: { type: 'boolean' } } },
      'name object inside boolean',
    ],
    [
      'a list of several kinds',
      {
        type: 'array',
        items: {
          oneOf: [
            { type: 'object', properties: { kind: { const: 'model' }, tokens: { type: 'integer' } } },
            { type: 'object', properties: { kind: { const: 'request' } } },
          ],
        },
      },
      'name array of objects kind &quot;model&quot; tokens integer kind &quot;request&quot;',
    ],
  ])('shows %s', (_, property, expected) => {
    expect(wordsOf(member(property))).toBe(expected);
  });

  it('marks what a request needs, and what an answer may lack', () => {
    const text = { type: 'string' };
    expect(wordsOf(member(text, ['name']))).toBe('name string required');
    expect(wordsOf(member(text, ['name']), 'answer')).toBe('name string');
    expect(wordsOf(member(text), 'answer')).toBe('name string optional');
  });

  it('shows every alternative, and nothing where there are no members', () => {
    const oneOf = [member({ type: 'string' }), member({ type: 'integer' })];
    expect(wordsOf({ oneOf })).toBe('name string name integer');
    expect(wordsOf({ type: 'string' })).toBe('');
  });
});
