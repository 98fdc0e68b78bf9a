import { z } from 'zod';
import { localeParam, textParam } from '../params.ts';
import { defineTool, inlineChars, type Tool } from '../tool.ts';

export const caseTools: readonly Tool[] = [
  defineTool({
    id: 'upper-case',
    title: 'Upper case',
    summary: 'Turns every letter into its capital, by the rules of a language.',
    params: z.object({ text: textParam(), locale: localeParam }),
    example: { params: { text: 'istanbul', locale: 'tr' }, result: 'İSTANBUL' },
    inlineCharsMax: inlineChars,
    run: ({ text, locale }) => text.toLocaleUpperCase(locale),
  }),
];
