import type { Token } from '../language/token.ts';
import { replaceSecrets, secretNameIn, secretPlaceholder } from '../../domain/named-secret.ts';
import type { Header } from './program.ts';
import { headerName, isHeaderFrame } from './request-clauses.ts';

/**
 * "header X-Source: reveille and X-Kind: order", "the header `X-Source: reveille`", "the stored X-API-Key header".
 * Names and values are literal: a delivery fills neither, but a value may name a secret. Null when it is not that.
 */
export function readHeaders(
  tokens: readonly Token[],
  storedHeaders: readonly string[],
): readonly Header[] | null {
  const words = tokens.filter((token) => token.kind === 'text' || !isHeaderFrame(token));
  const headers: Header[] = [];
  let at = words[0]?.lower === ':' ? 1 : 0;
  if (at >= words.length) return null;
  while (at < words.length) {
    const read = readHeader(words, at, storedHeaders);
    if (read === null) return null;
    headers.push(...read.headers);
    at = read.end;
    while (at < words.length && (words[at]?.lower === ',' || words[at]?.lower === 'and')) at += 1;
  }
  return headers;
}

interface ReadHeaders {
  readonly headers: readonly Header[];
  readonly end: number;
}

function readHeader(
  words: readonly Token[],
  at: number,
  storedHeaders: readonly string[],
): ReadHeaders | null {
  const name = words[at];
  if (name?.kind === 'text') return readLine(name.text, at + 1);
  if (name?.kind !== 'word' || !headerName.test(name.text)) return null;
  const next = words[at + 1];
  // A header of Network Access is attached by the service; naming it asks for nothing more.
  if (next === undefined || next.lower === ',' || next.lower === 'and')
    return storedHeaders.includes(name.lower) ? { headers: [], end: at + 1 } : null;
  const isSetTo = next.lower === 'set' && words[at + 2]?.lower === 'to';
  const valueAt = isSetTo ? at + 3 : [':', '=', 'of'].includes(next.lower) ? at + 2 : at + 1;
  const secret = readSecretValue(words, valueAt);
  if (secret !== null)
    return { headers: [{ name: name.text, value: secret.value, isWord: false }], end: secret.end };
  const value = words[valueAt];
  const isLiteral =
    value?.kind === 'text' || value?.kind === 'word' || value?.kind === 'number' || value?.kind === 'url';
  if (value === undefined || !isLiteral || hasField(value.text)) return null;
  const header = { name: name.text, value: value.text, isWord: value.kind === 'word' };
  return { headers: [header], end: valueAt + 1 };
}

/** `{{secret.key}}`, or a scheme before it: `Bearer {{secret.key}}`. */
function readSecretValue(words: readonly Token[], at: number) {
  const scheme = words[at]?.kind === 'word' ? words[at] : undefined;
  const end = scheme === undefined ? at + 1 : at + 2;
  const token = words[end - 1];
  const secret = token?.kind === 'placeholder' ? secretNameIn(token.text) : null;
  if (secret === null) return null;
  const value = [scheme?.text ?? [], secretPlaceholder(secret)].flat().join(' ');
  return { value, end };
}

/** Whether a value has a place for something else than a secret. */
const hasField = (value: string): boolean => replaceSecrets(value, () => '').includes('{{');

function readLine(line: string, end: number): ReadHeaders | null {
  const [, name, value] = /^([A-Za-z][\w-]*)\s*:\s*(.+)$/.exec(line) ?? [];
  if (name === undefined || value === undefined || hasField(value)) return null;
  return { headers: [{ name, value, isWord: false }], end };
}
