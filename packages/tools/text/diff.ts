import { applyPatch, createTwoFilesPatch, diffArrays, diffWordsWithSpace, FILE_HEADERS_ONLY } from 'diff';
import { createPatch } from 'rfc6902';
import { z } from 'zod';
import { joinWithinLimit } from '../output.ts';
import { choiceParam, flagParam, integerParam, textParam } from '../params.ts';
import { invalid, overLimit } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { plainOf, printJson, treeOf } from './json/json-tree.ts';
import { parseJson } from './json/parse-json.ts';
import { graphemesOf } from './unicode/segments.ts';

/** Timeout of the library; exceeding the thread's time limit would cost a new thread. */
const timeout = 500;

function tooDifferent() {
  return overLimit(`The texts differ too much to be compared within ${timeout} ms.`);
}

interface DiffOptions {
  readonly ignoreBlanks: boolean;
  readonly context: number;
}

function lineDiff(text: string, other: string, { ignoreBlanks, context }: DiffOptions): string {
  const patch = createTwoFilesPatch('text', 'other', text, other, undefined, undefined, {
    context,
    ignoreWhitespace: ignoreBlanks,
    timeout,
    headerOptions: FILE_HEADERS_ONLY,
  });
  if (patch === undefined) throw tooDifferent();
  return patch.includes('\n@@ ') ? patch : '';
}

/** Removed text is in [-square-], added text in {+curly+} brackets, as in a Git word diff. */
function inlineDiff(text: string, other: string, unit: 'word' | 'char'): string {
  // An emoji of several code points changes as a whole.
  const changes =
    unit === 'word'
      ? diffWordsWithSpace(text, other, { timeout })
      : diffArrays([...graphemesOf(text)], [...graphemesOf(other)], { timeout });
  if (changes === undefined) throw tooDifferent();
  const isEqual = changes.every(({ added, removed }) => !added && !removed);
  if (isEqual) return '';
  const parts = changes.map(({ value, added, removed }) => {
    const piece = typeof value === 'string' ? value : value.join('');
    if (removed) return `[-${piece}-]`;
    return added ? `{+${piece}+}` : piece;
  });
  return joinWithinLimit(parts, '');
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'diff-text',
    summary:
      'Shows what changed from one text to another: a unified diff by line, or by word or character [-gone-]{+new+}; empty if equal.',
    params: z.object({
      text: textParam('The old text.'),
      other: textParam('The new text.'),
      unit: choiceParam('The unit that is compared.', ['line', 'word', 'char'], 'line'),
      context: integerParam('Unchanged lines shown around a change.', 0, 100, 3),
      ignoreBlanks: flagParam('Ignores blanks at the ends of lines; for lines only.'),
    }),
    example: {
      params: { text: 'red\ngreen\n', other: 'red\nblue\n' },
      result: '--- text\n+++ other\n@@ -1,2 +1,2 @@\n red\n-green\n+blue\n',
    },
    isHeavy: true,
    run: ({ text, other, unit, ...options }) =>
      unit === 'line' ? lineDiff(text, other, options) : inlineDiff(text, other, unit),
  }),
  defineTool({
    id: 'apply-patch',
    title: 'Apply a patch',
    summary: 'Applies a unified diff of one text, as diff-text gives it.',
    params: z.object({
      text: textParam('The old text.'),
      patch: textParam('A unified diff of one file.'),
    }),
    example: {
      params: { text: 'red\ngreen\n', patch: '--- a\n+++ b\n@@ -1,2 +1,2 @@\n red\n-green\n+blue\n' },
      result: 'red\nblue\n',
    },
    isHeavy: true,
    run: ({ text, patch }) => {
      if (patch.trim() === '') return text;
      let patched: string | false;
      try {
        patched = applyPatch(text, patch);
      } catch (error) {
        throw invalid(`params.patch is not a unified diff of one file: ${String(error).slice(0, 200)}`);
      }
      if (patched === false) throw invalid('params.patch does not fit the text.');
      return patched;
    },
  }),
  defineTool({
    id: 'diff-json',
    title: 'Diff JSON',
    summary: 'Gives the JSON Patch (RFC 6902) that turns one JSON document into another; [] if equal.',
    params: z.object({ text: textParam('The old JSON.'), other: textParam('The new JSON.') }),
    example: {
      params: { text: '{"a": 1, "b": 2}', other: '{"a": 1, "b": 3}' },
      result: '[\n  {\n    "op": "replace",\n    "path": "/b",\n    "value": 3\n  }\n]',
    },
    isHeavy: true,
    run: ({ text, other }) => {
      const before = plainOf(parseJson(text));
      const after = plainOf(parseJson(other, { field: 'other' }));
      return printJson(treeOf(createPatch(before, after)));
    },
  }),
];
