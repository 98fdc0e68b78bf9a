import { z } from 'zod';
import { jsonText } from '../output.ts';
import { flagParam, textCharsMax, textParam } from '../params.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { findInvisible, removeInvisible } from './unicode/invisible.ts';

const straight: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
};
const typographic: Readonly<Record<string, string>> = { '–': '-', '—': '--', '…': '...', '\u00A0': ' ' };

function straighten(text: string, alsoDashes: boolean): string {
  const quoted = text.replaceAll(/[‘’‚‛′ʼ“”„‟″]/g, (quote) => straight[quote] ?? quote);
  return alsoDashes ? quoted.replaceAll(/[–—…\u00A0]/g, (sign) => typographic[sign] ?? sign) : quoted;
}

const opensAfter = /[\s([{<“‘«—–\-/]/;

/** Years and contractions in which an apostrophe replaces what was left out. */
const shortYear = /'\d\ds?(?!\d)/y;

/** A quote opens at the start of the text and after white space or brackets; apostrophes are closing quotes. */
function curl(text: string): string {
  const pieces: string[] = [];
  let before = ' ';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const opens = opensAfter.test(before);
    before = character;
    if (character === '"') before = opens ? '“' : '”';
    if (character === "'") {
      shortYear.lastIndex = index;
      before = opens && !shortYear.test(text) ? '‘' : '’';
    }
    pieces.push(before);
  }
  return pieces.join('');
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'straighten-quotes',
    summary: 'Makes curly quotes and apostrophes straight.',
    params: z.object({
      text: textParam(),
      alsoDashes: flagParam('Also writes long dashes as hyphens, … as dots and fixed blanks as blanks.'),
    }),
    example: { params: { text: '“It’s done…”', alsoDashes: true }, result: '"It\'s done..."' },
    run: ({ text, alsoDashes }) => straighten(text, alsoDashes),
  }),
  defineTool({
    id: 'curl-quotes',
    summary: 'Makes straight quotes and apostrophes typographic, the English way.',
    params: z.object({ text: textParam() }),
    example: { params: { text: "\"It's 'fine',\" she said." }, result: '“It’s ‘fine’,” she said.' },
    inlineCharsMax: 2000,
    run: ({ text }) => curl(text),
  }),
  defineTool({
    id: 'remove-invisible',
    title: 'Remove invisible characters',
    summary:
      'Removes invisible characters (zero width, bidirectional, tags, controls); joiners inside emoji and scripts stay.',
    params: z.object({
      text: z.string().max(textCharsMax).describe('The text to work on.'),
      report: flagParam('Gives JSON with the clean text and each kind of character that was removed.'),
    }),
    example: { params: { text: 'pay\u200Bpal\u202E.com' }, result: 'paypal.com' },
    inlineCharsMax: 2000,
    run: ({ text, report }) => {
      const clean = removeInvisible(text);
      return report ? jsonText({ text: clean, removed: findInvisible(text) }) : clean;
    },
  }),
];
