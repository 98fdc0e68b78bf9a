import type { Token } from '../language/token.ts';
import { readDateFormat } from './functions/dates.ts';
import type { FunctionCall } from './functions/read-calls.ts';
import { match, maybe, phrase, slot } from './phrase.ts';

/** A field without the words that convert it, and the functions that these words ask for. */
interface Conversion {
  readonly tokens: readonly Token[];
  readonly calls: readonly FunctionCall[];
}

/** "the amount divided by 100", "the total in cents", "created_at as DD.MM.YYYY", "due_date in the format DD/MM/YYYY". */
export function readConversion(tokens: readonly Token[]): Conversion {
  return readScaled(tokens) ?? readDated(tokens) ?? { tokens, calls: [] };
}

const scaled = phrase(
  slot('field'),
  `(?:(?<verb>divided|multiplied) by ${slot('factor', '[\\d.]+ ')}|in cents )`,
  slot('as', '(?:as \\S+ )?'),
);

function readScaled(tokens: readonly Token[]): Conversion | null {
  const { field = [], verb: [verb] = [], factor: [factor] = [], as = [] } = match(tokens, scaled) ?? {};
  // Division by nothing is left to be a phrase that no field is called.
  if (field.length === 0 || (verb !== undefined && !(Number(factor?.text) > 0))) return null;
  const divided: FunctionCall = {
    name: verb?.lower === 'divided' ? 'divide' : 'multiply',
    args: [{ kind: 'number', text: factor?.text ?? '' }],
  };
  return { tokens: [...field, ...as], calls: [verb === undefined ? { name: 'cents', args: [] } : divided] };
}

const dated = phrase(
  slot('field'),
  '(?:formatted as|formatted|as|in the format|in format|in) ',
  slot('format', '\\S+ '),
  maybe('format '),
);

function readDated(tokens: readonly Token[]): Conversion | null {
  const { field = [], format: [format] = [] } = match(tokens, dated) ?? {};
  const isFormat = /y{2,4}/i.test(format?.text ?? '') && readDateFormat(format?.text ?? '') !== null;
  if (!isFormat || format === undefined) return null;
  return { tokens: field, calls: [{ name: 'date', args: [{ kind: 'text', text: format.text }] }] };
}
