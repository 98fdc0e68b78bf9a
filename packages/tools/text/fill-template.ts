import { z } from 'zod';
import { assertOutputFits } from '../output.ts';
import { flagParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';

/** A tag of a template: letters, digits, underscore, dot and hyphen in double braces. */
const tag = /\{\{ {0,4}([\w.-]{1,100}) {0,4}\}\}/g;
const scalar = z.union([z.string().max(20_000), z.number(), z.boolean()]);

/** The value of that name or, where there is none, what the path of names leads to. */
function valueAt(values: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(values, name)) return values[name];
  let value: unknown = values;
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}

function textOf(value: unknown, name: string): string {
  if (value === null) return '';
  const parsed = scalar.safeParse(value);
  if (parsed.success) return String(parsed.data);
  throw invalid(
    `params.values has no text, number or flag for ${name}, but ${Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : 'a text of more than 20000 characters'}.`,
  );
}

function fillTemplate(text: string, values: Readonly<Record<string, unknown>>, keepMissing: boolean): string {
  const filled: string[] = [];
  let start = 0;
  let chars = 0;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(tag)) {
    const value = valueAt(values, name);
    if (value === undefined && !keepMissing) throw invalid(`params.values has no value for ${name}.`);
    const piece = text.slice(start, index) + (value === undefined ? whole : textOf(value, name));
    chars += piece.length;
    assertOutputFits(chars);
    filled.push(piece);
    start = index + whole.length;
  }
  const rest = text.slice(start);
  assertOutputFits(chars + rest.length);
  return filled.join('') + rest;
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'fill-template',
    title: 'Fill a template',
    summary: 'Puts values in the place of {{name}} tags; {{user.name}} reaches into an object.',
    params: z.object({
      text: textParam('The template.'),
      values: z
        .record(
          z.string().max(100),
          z.union([scalar, z.record(z.string(), z.unknown()), z.array(z.unknown())]),
        )
        .describe('A value for each tag; {{user.name}} and {{items.0}} reach into objects and lists.'),
      keepMissing: flagParam('Leaves tags without a value as they are instead of refusing.'),
    }),
    example: {
      params: { text: 'Dear {{name}}, you owe {{ amount }} €.', values: { name: 'Ada', amount: 12 } },
      result: 'Dear Ada, you owe 12 €.',
    },
    inlineCharsMax: 2000,
    run: ({ text, values, keepMissing }) => fillTemplate(text, values, keepMissing),
  }),
];
