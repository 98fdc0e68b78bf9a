import { lowerText, type Token } from '../language/token.ts';
import { readDateFormat } from './functions/dates.ts';
import type { FunctionCall } from './functions/read-calls.ts';

/** A field without the words that convert it, and the functions that these words ask for. */
interface Conversion {
  readonly tokens: readonly Token[];
  readonly calls: readonly FunctionCall[];
}

/** "the amount divided by 100", "the total in cents", "created_at as DD.MM.YYYY", "due_date in the format DD/MM/YYYY". */
export function readConversion(tokens: readonly Token[]): Conversion {
  return readScaled(tokens) ?? readDated(tokens) ?? { tokens, calls: [] };
}

const scaled = / (?:(divided|multiplied) by (-?[\d.]+)|in (cents))(?= as \S+$|$)/;

function readScaled(tokens: readonly Token[]): Conversion | null {
  const match = scaled.exec(lowerText(tokens));
  if (match === null) return null;
  const [phrase, verb, factor = ''] = match;
  const name = verb === undefined ? 'cents' : verb === 'divided' ? 'divide' : 'multiply';
  // Division by nothing is left to be a phrase that no field is called.
  if (verb !== undefined && !(Number(factor) > 0)) return null;
  const at = lowerText(tokens).slice(0, match.index).split(' ').length;
  return {
    tokens: tokens.toSpliced(at, phrase.trim().split(' ').length),
    calls: [{ name, args: verb === undefined ? [] : [{ kind: 'number', text: factor }] }],
  };
}

const dated = / (?:formatted as|formatted|as|in the format|in format|in)$/;

function readDated(tokens: readonly Token[]): Conversion | null {
  const rest = tokens.at(-1)?.lower === 'format' ? tokens.slice(0, -1) : tokens;
  const format = rest.at(-1);
  const isFormat =
    format !== undefined && /y{2,4}/i.test(format.text) && readDateFormat(format.text) !== null;
  const before = rest.slice(0, -1);
  const match = isFormat ? dated.exec(lowerText(before)) : null;
  if (match === null || format === undefined) return null;
  return {
    tokens: before.slice(0, -match[0].trim().split(' ').length),
    calls: [{ name: 'date', args: [{ kind: 'text', text: format.text }] }],
  };
}
