import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { flagParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { assertCodeDepth } from './markup/code-depth.ts';
import { assertHtmlDepth } from './markup/html-safety.ts';
import { minifyHtml } from './markup/minify-html.ts';

const codeParam = textParam('The code, at most 50,000 characters.', 50_000);

function refusal(error: unknown, language: string): Error {
  if (error instanceof RangeError) return error;
  const { message = 'it cannot be read', line } = error as { message?: string; line?: unknown };
  const place = typeof line === 'number' ? ` at line ${line}` : '';
  return invalid(`text is not valid ${language}: ${message.split('\n')[0]?.replace(/\.$/, '')}${place}.`);
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'css-minify',
    title: 'Minify CSS',
    summary: 'Makes CSS as short as possible without a change of its meaning.',
    params: z.object({ text: codeParam }),
    example: {
      params: { text: 'a {\n  color: #ff0000;\n  margin: 0px 0px;\n}' },
      result: 'a{color:red;margin:0 0}',
    },
    isHeavy: true,
    run: async ({ text }) => {
      assertCodeDepth(text);
      const { minify } = await loadLibrary('csso', () => import('csso'));
      try {
        return minify(text, { restructure: false, comments: false }).css;
      } catch (error) {
        throw refusal(error, 'CSS');
      }
    },
  }),
  defineTool({
    id: 'js-minify',
    title: 'Minify JavaScript',
    summary: 'Makes JavaScript as short as possible without a change of its meaning.',
    params: z.object({
      text: codeParam,
      isModule: flagParam('Reads it as a module.'),
      rename: flagParam('Gives local names short ones.', true),
    }),
    example: {
      params: { text: 'function add(first, second) {\n  // sum\n  return first + second;\n}' },
      result: 'function add(n,d){return n+d}',
    },
    isHeavy: true,
    run: async ({ text, isModule, rename }) => {
      assertCodeDepth(text);
      const { minify } = await loadLibrary('terser', () => import('terser'));
      try {
        return (await minify(text, { module: isModule, mangle: rename, compress: { passes: 1 } })).code ?? '';
      } catch (error) {
        throw refusal(error, 'JavaScript');
      }
    },
  }),
  defineTool({
    id: 'html-minify',
    title: 'Minify HTML',
    summary:
      'Takes comments and needless blanks out of HTML; a blank that shows stays, and so do scripts, styles and preformatted text.',
    params: z.object({ text: codeParam }),
    example: {
      params: { text: '<!-- note -->\n<p class="lead">\n  Hello   <b>world</b>\n</p>' },
      result: '<p class="lead"> Hello <b>world</b> </p>',
    },
    isHeavy: true,
    run: async ({ text }) => {
      await assertHtmlDepth(text);
      return await minifyHtml(text);
    },
  }),
  defineTool({
    id: 'sql-minify',
    title: 'Minify SQL',
    summary: 'Takes comments and needless blanks out of SQL; strings and quoted names stay as they are.',
    params: z.object({ text: codeParam }),
    example: {
      params: { text: "SELECT id, -- key\n       name\nFROM users\nWHERE note = 'a  -- b';" },
      result: "SELECT id,name FROM users WHERE note='a  -- b';",
    },
    run: ({ text }) => minifySql(text),
  }),
];

/**
 * Pieces of SQL: strings and quoted names, dollar-quoted text, comments, blanks, and single signs or words. A comment that
 * an engine reads (hints) stays.
 */
const piece =
  /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\$(\w*)\$[^]*?\$\1\$|--[^\r\n]*|\/\*(?:[^]*?\*\/)?|\s+|[\w.@#$:]+|[^]/gy;

const isBlank = (text: string) => /^(?:\s|--|\/\*(?![+!]))/.test(text);
const isOpen = (text: string) => /^(?:['"`]|\/\*)$/.test(text);
const isPunctuation = (text: string) => /^[,;()=<>]$/.test(text);

/** Comments and runs of blanks become one blank, or nothing beside punctuation. */
function minifySql(text: string): string {
  const parts: string[] = [];
  let hasBlank = false;
  for (const [part] of text.matchAll(piece)) {
    if (isOpen(part)) throw invalid('text is not whole: a quote or a comment is not closed.');
    if (isBlank(part)) {
      hasBlank = true;
      continue;
    }
    const before = parts.at(-1);
    if (hasBlank && before !== undefined && !isPunctuation(before) && !isPunctuation(part)) parts.push(' ');
    hasBlank = false;
    parts.push(part);
  }
  return parts.join('');
}
