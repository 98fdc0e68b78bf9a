import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { parseWithMessages } from '#tools/parse-with-messages.ts';

const of = (schema: z.ZodType) => z.object({ field: schema });

describe('parseWithMessages', () => {
  it.each([
    ['a missing field', of(z.string()), {}, 'is required'],
    ['a missing choice', of(z.enum(['a', 'b'])), {}, 'is required'],
    ['a missing alternative', of(z.union([z.string(), z.number()])), {}, 'is required'],
    ['a wrong type', of(z.string()), { field: 7 }, 'must be of type string'],
    ['null', of(z.string()), { field: null }, 'must be of type string'],
    ['a fraction', of(z.int()), { field: 1.5 }, 'must be of type integer'],
    ['a list for a record', of(z.record(z.string(), z.string())), { field: [] }, 'must be of type object'],
    [
      'none of several types',
      of(z.union([z.string(), z.int()])),
      { field: [] },
      'must be of type string or number',
    ],
    ['no choice', of(z.enum(['a', 'b'])), { field: 'c' }, 'must be one of "a", "b"'],
    ['not the only choice', of(z.literal('a')), { field: 'c' }, 'must be "a"'],
    ['a long text', of(z.string().max(200)), { field: 'x'.repeat(201) }, 'must have at most 200 characters'],
    ['an empty text', of(z.string().min(1)), { field: '' }, 'must have at least 1 character'],
    ['a short list', of(z.array(z.string()).min(2)), { field: [] }, 'must have at least 2 entries'],
    ['a large number', of(z.number().max(3)), { field: 4 }, 'must be at most 3'],
    ['a small number', of(z.number().min(3)), { field: 2 }, 'must be at least 3'],
    ['an odd number', of(z.number().multipleOf(2)), { field: 3 }, 'must be a multiple of 2'],
    ['no date', of(z.iso.datetime()), { field: 'x' }, 'is not a valid datetime'],
    ['a text of another form', of(z.string().regex(/^a/)), { field: 'b' }, 'is not of the right form'],
    [
      'what a schema has words for',
      of(z.string().min(1, 'must not be blank')),
      { field: '' },
      'must not be blank',
    ],
    ['a refinement without words', of(z.string().refine(() => false)), { field: '' }, 'is not valid'],
    [
      'alternatives with bounds',
      of(z.union([z.string().max(1), z.number().max(1)])),
      { field: 2 },
      'must be at most 1',
    ],
  ])('%s: %#', (_, schema, value, message) => {
    const { error } = parseWithMessages(schema, value);
    expect(error?.issues[0]).toMatchObject({ path: ['field'], message });
  });

  it('names unknown members, and a body of another type', () => {
    expect(parseWithMessages(z.strictObject({}), { a: 1, b: 2 }).error?.issues[0]?.message).toBe(
      'has unknown members: a, b',
    );
    expect(parseWithMessages(z.object({}), []).error?.issues[0]?.message).toBe('must be of type object');
  });
});
