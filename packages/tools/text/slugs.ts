import anyAscii from 'any-ascii';
import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { flagParam, integerParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';

const textCharsMax = 10_000;

/** Scripts that the library drops. */
const untransliterated =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Hebrew}\p{Script=Khmer}\p{Script=Lao}ー][\p{M}]*/gu;

/** I'm and don't are one word each. */
const contraction = /(?<=\p{L})['’](m|re|ve|ll|d|s|t)(?![\p{L}\p{N}])/giu;

export const tools: readonly Tool[] = [
  defineTool({
    id: 'slugify',
    summary: 'Turns a text into the readable part of a URL.',
    params: z.object({
      text: textParam('The text, at most 10,000 characters.', textCharsMax),
      separator: z.enum(['-', '_', '.', '']).default('-').describe('Between the words.'),
      lowerCase: flagParam('Write small letters only.', true),
      maxLength: integerParam('The longest slug; cut between words where possible.', 1, 1_000, 200),
    }),
    example: { params: { text: 'Grüße aus İstanbul & Ñandú!' }, result: 'gruesse-aus-istanbul-and-nandu' },
    run: async ({ text, separator, lowerCase, maxLength }) => {
      const { default: slugify } = await loadLibrary(
        '@sindresorhus/slugify',
        () => import('@sindresorhus/slugify'),
      );
      const slug = slugify(
        text.replaceAll(contraction, '$1').replaceAll(untransliterated, (sign) => anyAscii(sign)),
        {
          separator,
          lowercase: lowerCase,
          decamelize: false,
        },
      );
      if (slug.length <= maxLength) return slug;
      const cut = slug.slice(0, maxLength);
      const end = separator === '' || slug.startsWith(separator, maxLength) ? -1 : cut.lastIndexOf(separator);
      return end > 0 ? cut.slice(0, end) : cut;
    },
  }),
];
