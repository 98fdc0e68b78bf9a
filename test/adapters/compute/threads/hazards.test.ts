import { afterAll, describe, expect, test, vi } from 'vitest';
import { createToolInvoker } from '#compute/threads/tool-invoker.ts';
import { loadTextTools } from '#tools/registry.ts';
import { call } from '#tools/test/call.ts';
import { convertingFamilies } from './converting-families.ts';

const { families } = await loadTextTools();

/** One test calls every tool. */
vi.setConfig({ testTimeout: 600_000 });

const chars = 200_000;
const fill = (unit: string) => unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars);

/** Texts that once made an algorithm or a library slow, large or wrong. */
const hostileTexts = {
  'one letter': fill('a'),
  'blanks and a letter': `${fill(' ').slice(1)}x`,
  'line breaks': fill('\n'),
  'combining marks': `e${fill('\u0301').slice(1)}`,
  'marks out of order': `a${fill('\u0301\u0316').slice(1)}`,
  'emoji sequences': fill('👩‍🚀'),
  'lone surrogates': fill('\uD800'),
  'a ligature that grows eighteen times': fill('\uFDFA'),
  'nested tags': fill('<div>'),
  'open brackets': fill('['),
  'short words': fill('ab cd '),
  'short lines': fill('a\n'),
  'odd signs': fill('\r\n\r\u2028\u2029\0\uFEFF\u202E\u200D🇩ıİßΣς\u1112\u1161\u11ABक्षिשلا'),
};

/** No call is refused because the machine is busy: it waits, and its thread is not the last that gets a processor. */
const patient = { waitMsMax: 120_000, isBackground: false };
const { invoke, close } = createToolInvoker({ light: patient, heavy: patient });
afterAll(close);

/** Ends only what would take for ever. */
const endless = { ...patient, timeoutMs: 50_000 };
const unhurried = createToolInvoker({ light: endless, heavy: endless });
afterAll(unhurried.close);

const textTools = families
  .filter(({ id }) => !convertingFamilies.has(id))
  .flatMap(({ tools }) => tools)
  .filter(({ params }) => 'text' in params.shape);

describe.each(Object.entries(hostileTexts))('200,000 characters of %s', (_, text) => {
  test('every tool answers or refuses', async () => {
    for (const { id, example } of textTools) {
      const outcome = await invoke(id, { ...example.params, text }).then(
        (result) => (result.length <= 1_000_000 ? 'answered' : `gave ${result.length} characters`),
        (error: { code?: string; message: string }) => error.code ?? error.message,
      );
      expect(['answered', 'INVALID_REQUEST', 'TOOL_LIMIT_EXCEEDED'], `${id}: ${outcome}`).toContain(outcome);
    }
  });
});

const hazards: [name: string, id: string, params: Record<string, unknown>][] = [
  ['nested repeats, 200,000 letters', 'regex-extract', { text: fill('a'), pattern: '^(a+)+$' }],
  [
    'nested repeats that cannot match',
    'filter-lines',
    { text: `${fill('a')}`.slice(1) + '!', pattern: '^(a+)+$' },
  ],
  ['blanks before a letter', 'trim-text', { text: hostileTexts['blanks and a letter'] }],
  ['blanks collapsed', 'collapse-whitespace', { text: hostileTexts['blanks and a letter'] }],
  ['a hundred thousand emoji', 'remove-emoji', { text: fill('🚀') }],
  ['a hundred thousand emoji listed', 'extract-emoji', { text: fill('🚀') }],
  ['graphemes of a long text', 'reverse-text', { text: hostileTexts['emoji sequences'] }],
  [
    'the longest texts to compare by edits',
    'edit-distance',
    { text: fill('ab').slice(0, 30_000), other: fill('ba🚀').slice(0, 30_000) },
  ],
  [
    'two lists of a hundred thousand entries',
    'compare-lists',
    { text: fill('a\n'), other: fill('b\n'), show: 'all' },
  ],
  ['a long line of wide characters', 'wrap-text', { text: fill('漢').slice(0, 50_000) }],
  ['tokens of equal letters', 'token-count', { text: fill('a') }],
  ['tokens of blanks', 'token-count', { text: fill(' ') }],
];

test.each(hazards)('%s: answers', async (_name, id, params) => {
  expect(await unhurried.invoke(id, params)).toBeTypeOf('string');
});

const refusals = [
  {
    name: 'a replacement that names what stands before',
    id: 'find-replace',
    params: { text: fill('a'), find: 'a', replacement: '$`$`$`$`' },
  },
  {
    name: 'a pattern replacement that grows',
    id: 'regex-replace',
    params: { text: fill('a'), pattern: 'a', replacement: '$&$&$&$&$&$&' },
  },
  {
    name: 'a repeat of two billion characters',
    id: 'repeat-text',
    params: { text: fill('a'), times: 10_000 },
  },
  {
    name: 'a compatibility form that grows',
    id: 'normalize-unicode',
    params: { text: fill('\uFDFA'), form: 'NFKD' },
  },
  { name: 'lines padded to a thousand columns', id: 'pad-lines', params: { text: fill('\n'), width: 1000 } },
  {
    name: 'a long prefix on every line',
    id: 'prefix-lines',
    params: { text: fill('\n'), value: 'x'.repeat(1000) },
  },
  {
    name: 'lines joined by a long separator',
    id: 'join-lines',
    params: { text: fill('a\n'), separator: 'x'.repeat(1000) },
  },
  {
    name: 'texts with nothing in common',
    id: 'diff-text',
    params: {
      text: fill('a1\n'),
      other:
        Array.from({ length: 20_000 }, (_, index) => `b${index}`).join('\n') + fill('c\n').slice(0, 50_000),
    },
  },
  { name: 'Markdown quotes nested 20,000 deep', id: 'strip-markdown', params: { text: '>'.repeat(20_000) } },
  { name: 'HTML nested 40,000 deep', id: 'strip-html', params: { text: hostileTexts['nested tags'] } },
  ...['morse-encode', 'nato-encode', 'are-anagrams', 'remove-accents', 'wrap-text', 'sort-lines'].map(
    (id) => ({
      name: `combining marks for ${id}`,
      id,
      params: { ...(id === 'are-anagrams' ? { other: 'a' } : {}), text: hostileTexts['marks out of order'] },
    }),
  ),
  {
    name: 'combining marks in a cell to sort by',
    id: 'csv-sort',
    params: { text: `a,b\n${hostileTexts['marks out of order']},1\nx,2`.slice(0, chars), column: 'a' },
  },
  {
    name: 'combining marks in a title',
    id: 'serp-check',
    params: { title: hostileTexts['marks out of order'].slice(0, 2000) },
  },
  {
    name: 'more pieces than allowed',
    id: 'split-text',
    params: { text: fill('a,'), separator: ',', every: undefined },
  },
];

test.each(refusals)('$name: refused as a limit', async ({ id, params }) => {
  await expect(invoke(id, params)).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
});

test('a number of 200,000 digits with a letter behind is refused', async () => {
  await expect(call('number-statistics', { text: `${fill('1').slice(1)}x` })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

test('names of special tokens count as text', async () => {
  expect(Number(await call('token-count', { text: '<|endoftext|>' }))).toBeGreaterThan(1);
});

test('words such as __proto__ are counted like any other', async () => {
  const counted = JSON.parse(
    await call('word-frequency', { text: 'constructor __proto__ constructor' }),
  ) as unknown[];
  expect(counted).toMatchObject([
    { word: 'constructor', count: 2 },
    { word: '__proto__', count: 1 },
  ]);
});

test.each(['a{1001}', '((a{100}){100}){100}', '(?<=a)b', '(a)\\1', '(', '[z-a]'])(
  'the pattern %s is refused with its name',
  async (pattern) => {
    for (const id of ['regex-extract', 'regex-replace', 'regex-test', 'regex-split', 'filter-lines']) {
      await expect(call(id, { text: 'a', pattern })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining('params.pattern'),
      });
    }
  },
);

test.each([
  ['find-replace', { text: 'a', find: 'a', replacement: '\uD800' }],
  ['prefix-lines', { text: 'a', value: '\uDC00' }],
  ['random-choice', { items: ['\uD800'] }],
  ['repeat-text', { text: 'a', times: 2, separator: '\uD800' }],
])('half a character in another param of %s does not reach the result', async (id, params) => {
  expect((await call(id, params)).isWellFormed()).toBe(true);
});
