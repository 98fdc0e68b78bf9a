import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { flagParam, integerParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { replaceMatches } from './patterns/matches.ts';
import { findPii, piiKinds } from './patterns/redact.ts';
import { graphemesOf, segmentsOf } from './unicode/segments.ts';

/** A repeated word with only white space in between, usually a typing mistake. */
function removeRepeatedWords(text: string): string {
  const kept: string[] = [];
  let previous: string | undefined;
  let gap = '';
  for (const { segment, isWordLike } of segmentsOf(text, 'word')) {
    if (!isWordLike) {
      gap += segment;
      continue;
    }
    const word = segment.toLowerCase();
    const isRepeated = word === previous && gap.trim() === '';
    if (!isRepeated) kept.push(gap, segment);
    previous = word;
    gap = '';
  }
  return kept.join('') + gap;
}

function mask(text: string, visibleStart: number, visibleEnd: number, character: string): string {
  const graphemes = graphemesOf(text);
  const end = Math.max(visibleStart, graphemes.length - visibleEnd);
  const isTooShort = visibleStart + visibleEnd >= graphemes.length;
  return graphemes
    .map((grapheme, index) => (!isTooShort && (index < visibleStart || index >= end) ? grapheme : character))
    .join('');
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'strip-html',
    title: 'Strip HTML',
    summary:
      'Takes the text out of HTML: tags, scripts and styles go, blocks become lines, entities characters.',
    params: z.object({
      text: textParam('HTML.'),
      keepLinks: flagParam('Writes the address of each link after it, in brackets.'),
    }),
    example: {
      params: {
        text: '<h1>Hi &amp; bye</h1><p>See <a href="/a">this</a>.<script>x()</script></p>',
        keepLinks: true,
      },
      result: 'Hi & bye\n\nSee this (/a).',
    },
    run: async ({ text, keepLinks }) => {
      const { stripHtml } = await loadLibrary('strip-html', () => import('./markup/strip-html.ts'));
      return stripHtml(text, keepLinks);
    },
  }),
  defineTool({
    id: 'strip-markdown',
    title: 'Strip Markdown',
    summary:
      'Takes the text out of Markdown: marks and HTML tags go; list numbers, code and line breaks stay.',
    params: z.object({ text: textParam('Markdown.') }),
    example: {
      params: { text: '# Title\n\nSome **bold** text and a [link](https://example.com).\n\n- one\n- two' },
      result: 'Title\n\nSome bold text and a link.\n\none\ntwo',
    },
    isHeavy: true,
    run: async ({ text }) => {
      const { stripMarkdown } = await loadLibrary(
        'strip-markdown',
        () => import('./markup/strip-markdown.ts'),
      );
      return stripMarkdown(text);
    },
  }),
  defineTool({
    id: 'redact-pii',
    title: 'Redact personal data',
    summary:
      'Replaces personal data by labels such as [EMAIL]. Best effort: check the result before you rely on it.',
    params: z.object({
      text: textParam('The text to work on.', 100_000),
      kinds: z
        .array(z.enum(piiKinds))
        .min(1)
        .max(piiKinds.length)
        .default([...piiKinds])
        .describe('The text or pattern to look for.'),
      country: z
        .string()
        .max(10)
        .optional()
        .describe('Country of phone numbers without a country code, such as US.'),
    }),
    example: {
      params: { text: 'Ada, ada@example.com, card 4111 1111 1111 1111, from 192.0.2.7' },
      result: 'Ada, [EMAIL], card [CARD], from [IP]',
    },
    isHeavy: true,
    run: async ({ text, kinds, country }) =>
      replaceMatches(text, await findPii(text, kinds, country), ({ kind }) => `[${kind.toUpperCase()}]`),
  }),
  defineTool({
    id: 'mask-text',
    summary: 'Hides all characters but some at the ends; a text too short for that is hidden whole.',
    params: z.object({
      text: textParam(),
      visibleStart: integerParam('Characters to show at the start.', 0, 1000, 0),
      visibleEnd: integerParam('Characters to show at the end.', 0, 1000, 4),
      character: z.string().min(1).max(4).default('*').describe('The sign that hides a character.'),
    }),
    example: { params: { text: 'DE89370400440532013000' }, result: '******************3000' },
    inlineCharsMax: 2000,
    run: ({ text, visibleStart, visibleEnd, character }) => mask(text, visibleStart, visibleEnd, character),
  }),
  defineTool({
    id: 'remove-repeated-words',
    summary: 'Drops a word that follows itself, as in “the the”.',
    params: z.object({ text: textParam() }),
    example: { params: { text: 'It was was the\nthe best of times.' }, result: 'It was the best of times.' },
    inlineCharsMax: 1000,
    run: ({ text }) => removeRepeatedWords(text),
  }),
];
