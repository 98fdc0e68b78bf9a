import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readFlags } from '#tools/command/read-flags.ts';

const tool = {
  params: z.object({
    text: z.string(),
    count: z.int().default(1),
    keepEmpty: z.boolean().default(false),
    items: z.array(z.string()).default([]),
    seed: z.union([z.string(), z.number()]).optional(),
  }),
};

describe('flags', () => {
  it.each<[string, string[], object]>([
    ['a text that looks like a number stays a text', ['--text', '42'], { text: '42' }],
    ['a number', ['--count', '3'], { count: 3 }],
    ['what is no number where one is taken is handed on', ['--count', 'many'], { count: 'many' }],
    ['a switch alone', ['--keepEmpty'], { keepEmpty: true }],
    ['a switch in words with dashes', ['--keep-empty'], { keepEmpty: true }],
    ['one entry of a list', ['--items', 'a'], { items: ['a'] }],
    ['several entries of a list', ['--items', 'a', '--items', 'b'], { items: ['a', 'b'] }],
    ['a list as JSON', ['--items', '["a","b"]'], { items: ['a', 'b'] }],
    ['either a text or a number', ['--seed', '7'], { seed: '7' }],
    ['a value behind an equals sign', ['--text=-'], { text: '-' }],
    [
      'JSON, and a flag that replaces a member of it',
      ['--params', '{"count":1,"text":"a"}', '--count', '2'],
      { count: 2, text: 'a' },
    ],
    ['a name that the tool does not have', ['--other=x'], { other: 'x' }],
  ])('%s', (_, args, expected) => {
    expect(readFlags(tool, args)).toEqual(expected);
  });

  it.each([['{'], ['[1]'], ['null']])('%s is no JSON object of params', (json) => {
    expect(() => readFlags(tool, ['--params', json])).toThrow('--params must be a JSON object');
  });

  it('a word without a flag is refused, as npm may have taken its flag away', () => {
    expect(() => readFlags(tool, [','])).toThrow('"," belongs to no flag.');
  });
});
