import { expect, it } from 'vitest';

import { avoidedWords } from './glossary.ts';
import { markdownTexts } from './markdown-texts.ts';
import { faultsOf } from './rules.ts';
import { sourceTexts } from './source-texts.ts';

const none = new Map<string, string>();

it.each([
  'What was skipped is kept.',
  'of another agent are not listed',
  'It is kept. Where there is no room, it is refused.',
  '(Which one is not known.)',
])('a sentence without its noun is a fault: %s', (text) => {
  expect(faultsOf(text, none)).toEqual([expect.stringMatching(/^begins with "(What|of|Where|Which)"/)]);
});

it.each([
  'What was skipped?',
  'Of course it is.',
  "What's new.",
  'Skipped deliveries are kept.',
  'See `docs. What` there.',
])('a question, a noun and code are none: %s', (text) => {
  expect(faultsOf(text, none)).toEqual([]);
});

it('a sentence of more than 45 words is a fault, two of 45 are none', () => {
  const words = (count: number) => `${'Word '.repeat(count).trim()}.`;
  expect(faultsOf(words(46), none)).toEqual([expect.stringContaining('has 46 words')]);
  expect(faultsOf(`${words(45)} ${words(45)}`, none)).toEqual([]);
});

const table = (...rows: string[]) => ['| Word | Meaning | Not |', '|---|---|---|', ...rows].join('\n');

it('a word that the glossary avoids is a fault, whole and outside of code', () => {
  const avoided = avoidedWords(table('| workspace | An owner | tenant, hears nothing |'));
  expect(faultsOf('A Tenant has tokens.', avoided)).toEqual([
    'says "tenant" instead of "workspace": A Tenant has tokens.',
  ]);
  expect(faultsOf('It hears\nnothing.', avoided)).toHaveLength(1);
  expect(faultsOf('The tenants of `tenant`.', avoided)).toEqual([]);
});

it('a glossary defines each word once, and avoids none of them', () => {
  expect(() => avoidedWords(table('| try | One | |', '| try | Two | |'))).toThrow('defines "try" twice');
  expect(() => avoidedWords(table('| try | One | |', '| run | Two | try |'))).toThrow('tells to avoid it');
});

it('a page has its headings, paragraphs, items and cells, with their lines', () => {
  const page =
    '# Head\n\nText with [a link](a.md#what).\n\n- One\n\n```sh\nWhat is code\n```\n\n| A |\n|---|\n| B |\n';
  expect(markdownTexts(page)).toEqual([
    { line: 1, text: 'Head' },
    { line: 3, text: 'Text with a link.' },
    { line: 5, text: 'One' },
    { line: 11, text: 'A' },
    { line: 13, text: 'B' },
  ]);
});

it('a source file has its comments and sentences, also those put together', () => {
  const source = [
    '// One',
    '// comment.',
    '/** Another. */',
    "const path = 'a/b';",
    "const text = 'A sentence ' + `of ${path} and ` + 'more.';",
    'const page = html`<h1>A short title</h1><p>Then <b>some</b> text.</p>`;',
  ].join('\n');
  const texts = sourceTexts('api/file.ts', source).map(({ line, text }) => [
    line,
    text.replaceAll(/\s+/g, ' ').trim(),
  ]);
  expect(texts).toEqual([
    [1, 'One comment.'],
    [3, 'Another.'],
    [5, 'A sentence of x and more.'],
    [6, 'A short title'],
    [6, 'Then some text.'],
  ]);
});

it('a test has its comments and titles', () => {
  const source = "it('what is sent', () => expect('A text of no title').toBe(1));";
  expect(sourceTexts('test/file.test.ts', source)).toEqual([{ line: 1, text: 'what is sent' }]);
});
