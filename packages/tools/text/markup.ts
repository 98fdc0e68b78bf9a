import { z } from 'zod';
import { assertOutputFits } from '../output.ts';
import { choiceParam, flagParam, integerParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { layOutHtml } from './markup/html-layout.ts';
import { sanitizeHtml } from './markup/html-safety.ts';
import { htmlToMarkdown } from './markup/html-to-markdown.ts';
import { assertMarkdownIsTame, markdownCharsMax } from './markup/markdown-guard.ts';
import { markdownToc } from './markup/markdown-toc.ts';
import { loadLibrary } from '../load-library.ts';

const sanitizeParam = z
  .literal(true)
  .default(true)
  .describe('The result is always sanitised; this cannot be turned off.');

async function markdownToHtml(text: string, breaks: boolean): Promise<string> {
  assertMarkdownIsTame(text);
  const { marked, tokenizerFor } = await loadLibrary('marked', () => import('./markup/markdown-parser.ts'));
  const tokenizer = tokenizerFor(text);
  const html = await sanitizeHtml(marked.parse(text, { async: false, gfm: true, breaks, tokenizer }));
  assertOutputFits(html.length);
  return html.replace(/\n$/, '');
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'markdown-to-html',
    title: 'Markdown to HTML',
    summary: 'Renders Markdown (GitHub flavoured) as sanitised HTML.',
    params: z.object({
      text: textParam(`Markdown, at most ${markdownCharsMax} characters.`, markdownCharsMax),
      breaks: flagParam('Turn single line breaks into <br>.'),
      sanitize: sanitizeParam,
    }),
    example: {
      params: { text: '# Hello\n\n**Bold** <script>alert(1)</script>' },
      result: '<h1>Hello</h1>\n<p><strong>Bold</strong> </p>',
    },
    isHeavy: true,
    run: ({ text, breaks }) => markdownToHtml(text, breaks),
  }),
  defineTool({
    id: 'html-to-markdown',
    title: 'HTML to Markdown',
    summary: 'Writes HTML as Markdown, tables and task lists included; scripts and styles are left out.',
    params: z.object({
      text: textParam('HTML.'),
      bullet: choiceParam('The mark of list items.', ['-', '*', '+'], '-'),
      keepLinks: flagParam('Keep the addresses of links.', true),
      sanitize: sanitizeParam,
    }),
    example: {
      params: { text: '<h1>Hello</h1><p><b>Bold</b> and <a href="https://example.com">link</a></p>' },
      result: '# Hello\n\n**Bold** and [link](https://example.com)',
    },
    isHeavy: true,
    run: ({ text, bullet, keepLinks }) => htmlToMarkdown(text, { bullet, keepLinks }),
  }),
  defineTool({
    id: 'html-to-text',
    title: 'HTML to text',
    summary:
      'Writes HTML as plain text that keeps its layout: tables in columns, lists with marks, lines of a width.',
    params: z.object({
      text: textParam('HTML.'),
      width: integerParam('Letters of a line; 0 leaves lines as long as they are.', 0, 500, 80),
      keepLinks: flagParam('Write the address behind each link.', true),
    }),
    example: {
      params: {
        text: '<h1>Order</h1><table><tr><th>Item</th><th>Price</th></tr><tr><td>Bolt</td><td>4.50</td></tr></table>',
      },
      result: 'Order\n\nItem   Price\nBolt   4.50',
    },
    isHeavy: true,
    run: ({ text, width, keepLinks }) => layOutHtml(text, { width, keepLinks }),
  }),
  defineTool({
    id: 'html-sanitize',
    title: 'Sanitise HTML',
    summary: 'Takes scripts, event handlers, styles, frames and dangerous links out of HTML.',
    params: z.object({ text: textParam('HTML.') }),
    example: {
      params: { text: '<p onclick="x()">Hi <a href="javascript:x()">there</a></p><script>x()</script>' },
      result: '<p>Hi <a>there</a></p>',
    },
    run: async ({ text }) => {
      const html = await sanitizeHtml(text);
      assertOutputFits(html.length);
      return html;
    },
  }),
  defineTool({
    id: 'markdown-toc',
    title: 'Markdown table of contents',
    summary: 'Lists the headings of a Markdown text as links, with the anchors that GitHub gives them.',
    params: z.object({
      text: textParam('Markdown.', markdownCharsMax),
      minLevel: integerParam('The highest heading to list.', 1, 6, 1),
      maxLevel: integerParam('The lowest heading to list.', 1, 6, 6),
    }),
    example: {
      params: { text: '# Start\n\n## First step\n\n## First step' },
      result: '- [Start](#start)\n  - [First step](#first-step)\n  - [First step](#first-step-1)',
    },
    isHeavy: true,
    run: ({ text, minLevel, maxLevel }) => markdownToc(text, minLevel, maxLevel),
  }),
];
