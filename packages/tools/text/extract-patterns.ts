import { z } from 'zod';
import { flagParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { listFound } from './extract-links.ts';
import { emoji } from './unicode/emoji.ts';

export function allMatches(text: string, pattern: RegExp): readonly string[] {
  return text.match(pattern) ?? [];
}

interface Extraction {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly pattern: RegExp;
  /** Characters on each side of a match that are not given. */
  readonly edge?: number;
  readonly text: string;
  readonly result: string;
}

/** Tools that differ only in a pattern of our own; each pattern is linear. */
const extractions: readonly Extraction[] = [
  {
    id: 'extract-hashtags',
    title: 'Extract hashtags',
    summary: 'Lists the hashtags in the text, a line each.',
    pattern: /(?<![\p{L}\p{N}_&#/])#[\p{N}_]{0,100}\p{L}[\p{L}\p{M}\p{N}_]{0,200}/gu,
    text: 'New: #OpenSource and #café, not #1 or a#b',
    result: '#OpenSource\n#café',
  },
  {
    id: 'extract-mentions',
    title: 'Extract mentions',
    summary: 'Lists the @names in the text, a line each; email addresses are none.',
    pattern: /(?<![\p{L}\p{N}_.+@/-])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,98}[\p{L}\p{N}_])?(?!@)/gu,
    text: 'Thanks @ada and @bob_2. Mail: x@example.com',
    result: '@ada\n@bob_2',
  },
  {
    id: 'extract-uuids',
    title: 'Extract UUIDs',
    summary: 'Lists the UUIDs in the text, a line each.',
    pattern: /(?<![\w-])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\w-])/giu,
    text: 'id=123e4567-e89b-12d3-a456-426614174000;',
    result: '123e4567-e89b-12d3-a456-426614174000',
  },
  {
    id: 'extract-dates',
    title: 'Extract ISO dates',
    summary: 'Lists ISO 8601 dates and times such as 2026-08-24T09:30:00Z, a line each.',
    pattern:
      /(?<!\d)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?!\d)/gu,
    text: 'from 2026-08-24 to 2026-08-25T09:30Z',
    result: '2026-08-24\n2026-08-25T09:30Z',
  },
  {
    id: 'extract-colors',
    title: 'Extract hex colours',
    summary: 'Lists hexadecimal colours such as #ff8800, a line each.',
    pattern: /(?<![\w#&])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w])/giu,
    text: 'a { color: #f80; background: #00336680 }',
    result: '#f80\n#00336680',
  },
  {
    id: 'extract-emoji',
    title: 'Extract emoji',
    summary: 'Lists the emoji in the text, sequences and flags whole, a line each.',
    pattern: emoji,
    text: 'Launch 🚀 by 👩‍🚀 from 🇫🇷',
    result: '🚀\n👩‍🚀\n🇫🇷',
  },
  {
    id: 'extract-acronyms',
    title: 'Extract acronyms',
    summary: 'Lists words of two or more capitals, digits allowed, a line each.',
    pattern: /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]{0,20}\p{Lu}\p{N}{0,5}(?![\p{L}\p{N}])/gu,
    text: 'The EU and NASA use HTTP2, I think.',
    result: 'EU\nNASA\nHTTP2',
  },
  {
    id: 'extract-quotes',
    title: 'Extract quotations',
    summary: 'Lists the texts in double quotes, straight or curly, without the quotes, a line each.',
    // A straight quote after a letter or digit closes, or stands for inches.
    pattern: /“[^“”„\n]{1,2000}”|„[^“”„\n]{1,2000}[“”]|(?<![\p{L}\p{N}])"[^"\n]{1,2000}"/gu,
    edge: 1,
    text: 'She said “yes”, he said "no" and "never".',
    result: 'yes\nno\nnever',
  },
];

export const tools: readonly Tool[] = extractions.map(
  ({ id, title, summary, pattern, edge = 0, text: exampleText, result }) =>
    defineTool({
      id,
      title,
      summary,
      params: z.object({
        text: textParam(),
        unique: flagParam('Gives each one once, in the order of the first.'),
      }),
      example: { params: { text: exampleText }, result },
      inlineCharsMax: 1000,
      run: ({ text, unique }) =>
        listFound(
          allMatches(text, pattern).map((match) => match.slice(edge, match.length - edge)),
          unique,
        ),
    }),
);
