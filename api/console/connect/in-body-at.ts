import { valueAt } from '#domain/json-pointer.ts';
import { parseJson } from '#domain/json-value.ts';
import { shellLiteral } from './snippets.ts';

/** A JSON body as a word of the shell, with another word in place of the value at a pointer; null where there is none. */
export function inBodyAt(body: string, pointer: string, word: string): string | null {
  const json = parseJson(body)?.value;
  const value = json === undefined ? undefined : valueAt(json, pointer);
  if (value === undefined) return null;
  const text = JSON.stringify(value);
  const parts = pointer.split('/').slice(1);
  const name = JSON.stringify(parts.at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~'));
  // The value itself is left where it stands, so that nothing else of the body is written anew.
  const member = new RegExp(`${escaped(name)}\\s*:\\s*${escaped(text)}`, 'g');
  const [found, ...others] = [...body.matchAll(member)];
  if (found === undefined || others.length > 0) return null;
  const end = found.index + found[0].length;
  const quote = typeof value === 'string' ? '"' : '';
  return `${shellLiteral(body.slice(0, end - text.length) + quote)}${word}${shellLiteral(quote + body.slice(end))}`;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
