import { z } from 'zod';
import { assertOutputFits, jsonText } from '../output.ts';
import { flagParam, integerParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { compilePattern, patternFlagsParam, patternParam } from './patterns/pattern.ts';
import { expandReplacement, findMatches, literalMatches, replaceMatches } from './patterns/matches.ts';

const matchesMax = 10_000;
const maxParam = integerParam('How many matches at most.', 1, matchesMax, matchesMax);
const groupParam = z
  .union([z.int().min(0).max(100), z.string().min(1).max(100)])
  .default(0)
  .describe('Number or name of the group to give; 0 is the whole match.');

const findParams = {
  ignoreCase: flagParam('Takes capitals and small letters as equal.'),
  wholeWord: flagParam('Skips matches inside a longer word.'),
};

export const tools: readonly Tool[] = [
  defineTool({
    id: 'find-replace',
    title: 'Find and replace',
    summary: 'Replaces every occurrence of a text by another; nothing in either has a special meaning.',
    params: z.object({
      text: textParam(),
      find: z.string().min(1).max(10_000).describe('The text or pattern to look for.'),
      replacement: z.string().max(10_000).default('').describe('The text to put in its place.'),
      ...findParams,
    }),
    example: {
      params: { text: 'The cat sat by the catalogue.', find: 'cat', replacement: 'dog', wholeWord: true },
      result: 'The dog sat by the catalogue.',
    },
    inlineCharsMax: 1000,
    run: ({ text, find, replacement, ignoreCase, wholeWord }) =>
      replaceMatches(text, literalMatches(text, find, { ignoreCase, wholeWord }), () => replacement),
  }),
  defineTool({
    id: 'count-occurrences',
    summary: 'Counts how often a text occurs; occurrences do not overlap.',
    params: z.object({
      text: textParam(),
      find: z.string().min(1).max(10_000).describe('The text or pattern to count.'),
      ...findParams,
    }),
    example: { params: { text: 'She sells sea shells', find: 's', ignoreCase: true }, result: '6' },
    inlineCharsMax: 1000,
    run: ({ text, find, ignoreCase, wholeWord }) => {
      let count = 0;
      for (const _ of literalMatches(text, find, { ignoreCase, wholeWord })) count += 1;
      return String(count);
    },
  }),
  defineTool({
    id: 'regex-extract',
    title: 'Extract by pattern',
    summary: 'Lists what a regular expression (RE2) matches, or one group of it, a line each.',
    params: z.object({
      text: textParam(),
      pattern: patternParam,
      flags: patternFlagsParam,
      group: groupParam,
      max: maxParam,
      unique: flagParam('Gives each match once.'),
    }),
    example: {
      params: { text: 'a=1; b=22', pattern: '(?P<name>\\w+)=(\\d+)', group: 2 },
      result: '1\n22',
    },
    run: ({ text, pattern, flags, group, max, unique }) => {
      const found: string[] = [];
      let chars = 0;
      for (const match of findMatches(compilePattern(pattern, flags), text)) {
        if (found.length === max) break;
        const value = match.group(group);
        if (value === undefined) continue;
        found.push(value);
        chars += value.length + 1;
        assertOutputFits(chars - 1);
      }
      return (unique ? [...new Set(found)] : found).join('\n');
    },
  }),
  defineTool({
    id: 'regex-test',
    title: 'Test a pattern',
    summary: 'Tells where a regular expression (RE2) matches and what its groups hold; gives JSON.',
    params: z.object({
      text: textParam(),
      pattern: patternParam,
      flags: patternFlagsParam,
      max: integerParam('How many matches at most.', 1, 1000, 100),
    }),
    example: {
      params: { text: 'v1.20', pattern: 'v(\\d+)\\.(\\d+)' },
      result:
        '{\n  "matches": [\n    {\n      "index": 0,\n      "match": "v1.20",\n      "groups": [\n        "1",\n        "20"\n      ]\n    }\n  ]\n}',
    },
    run: ({ text, pattern, flags, max }) => {
      const matches: unknown[] = [];
      for (const match of findMatches(compilePattern(pattern, flags), text)) {
        if (matches.length === max) break;
        matches.push({ index: match.start, match: match.group(0), groups: match.groups() });
      }
      return jsonText({ matches });
    },
  }),
  defineTool({
    id: 'regex-replace',
    title: 'Replace by pattern',
    summary:
      'Replaces what a regular expression (RE2) matches; $1, ${name} and $& insert parts of the match.',
    params: z.object({
      text: textParam(),
      pattern: patternParam,
      flags: patternFlagsParam,
      replacement: z
        .string()
        .max(10_000)
        .default('')
        .describe('$1 or ${name} is a group, $& the match, $$ a dollar.'),
      max: integerParam('How many replacements at most.', 1, 200_001, 200_001),
    }),
    example: {
      params: { text: '2026-11-21', pattern: '(\\d+)-(\\d+)-(\\d+)', replacement: '$3.$2.$1' },
      result: '21.11.2026',
    },
    run: ({ text, pattern, flags, replacement, max }) => {
      const matches = findMatches(compilePattern(pattern, flags), text);
      return replaceMatches(text, matches, expandReplacement(replacement), max);
    },
  }),
  defineTool({
    id: 'regex-split',
    title: 'Split by pattern',
    summary: 'Cuts the text wherever a regular expression (RE2) matches, into lines.',
    params: z.object({ text: textParam(), pattern: patternParam, flags: patternFlagsParam }),
    example: { params: { text: 'a1b22c', pattern: '\\d+' }, result: 'a\nb\nc' },
    run: ({ text, pattern, flags }) =>
      replaceMatches(text, findMatches(compilePattern(pattern, flags), text), (match) =>
        match.end > match.start ? '\n' : '',
      ),
  }),
  defineTool({
    id: 'regex-escape',
    title: 'Escape for a pattern',
    summary: 'Puts a backslash before everything that has a meaning in a regular expression.',
    params: z.object({ text: textParam() }),
    example: { params: { text: '1+1=2?' }, result: '1\\+1=2\\?' },
    inlineCharsMax: 5000,
    run: ({ text }) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
  }),
];
