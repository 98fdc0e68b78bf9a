import { templateFunctions } from './index.ts';
import type { Argument } from './template-function.ts';

/** A function as it was written behind a field. */
export interface FunctionCall {
  readonly name: string;
  readonly args: readonly Argument[];
}

const callsMax = 8;
const quoted = `"[^"]*"|'[^']*'|“[^”]*”`;
const argument = `(?:${quoted}|-?\\d+(?:\\.\\d+)?)`;
const call = new RegExp(`^\\s*([a-z]+)\\s*(?::\\s*(${argument}(?:\\s*,\\s*${argument})*)\\s*)?$`);

/** What follows the first bar of `amount | divide: 100 | currency: "EUR"`; null where a part is no function of ours. */
export function readCalls(text: string): readonly FunctionCall[] | null {
  const pieces = text.match(new RegExp(`(?:${quoted}|[^|"'“])+`, 'g')) ?? [];
  if (pieces.length === 0 || pieces.length > callsMax || pieces.join('|') !== text) return null;
  const calls = pieces.map(readCall);
  return calls.includes(null) ? null : calls.filter((each) => each !== null);
}

function readCall(text: string): FunctionCall | null {
  const [, name = '', list = ''] = call.exec(text) ?? [];
  const known = Object.hasOwn(templateFunctions, name) ? templateFunctions[name] : undefined;
  const args = (list.match(new RegExp(argument, 'g')) ?? []).map(readArgument);
  return known?.takes(args) === true ? { name, args } : null;
}

const readArgument = (text: string): Argument =>
  /^[\d-]/.test(text) ? { kind: 'number', text } : { kind: 'text', text: text.slice(1, -1) };

/** As it is written in a template: `divide: 100`. */
export const describeCall = ({ name, args }: FunctionCall): string =>
  args.length === 0
    ? name
    : `${name}: ${args.map(({ kind, text }) => (kind === 'number' ? text : `"${text}"`)).join(', ')}`;
