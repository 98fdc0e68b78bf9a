import { isRecord, type JsonValue } from '#domain/json-value.ts';
import { pointerOf } from '#domain/json-pointer.ts';
import type { SenderRequest } from '../sender.ts';

/** A text of a request that may be a signature, and its place in the language of descriptions. */
export interface Found {
  readonly place: string;
  /** The text before it, such as `sha256=`; empty where there is none. */
  readonly prefix: string;
  readonly text: string;
}

/** A text after a short beginning such as `sha256=`, `v1,` or `HMAC `. */
const withPrefix = /^([A-Za-z][\w-]{0,19}[=,: ])(\S+)$/;
const pairs = /^\s*[A-Za-z][\w-]{0,19}=[^=,;\s]+=*(?:[,;]\s*[A-Za-z][\w-]{0,19}=[^=,;\s]+=*)+\s*$/;
const signatureName = /sig|hmac|hash|mac|digest|checksum/i;
const placesMax = 60;

/** All texts that a request carries beside its content: headers and their pairs, the query, members called like a signature. */
export function textsIn(request: SenderRequest): readonly Found[] {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : textsOfHeader(name, value.trim()),
  );
  const query = [...request.query].flatMap(([name, value]) =>
    /^[\w.~-]{1,100}$/.test(name) ? split(`?${name}`, value) : [],
  );
  return [...headers, ...query, ...membersOf(request)].slice(0, placesMax);
}

function textsOfHeader(name: string, value: string): readonly Found[] {
  if (value === '' || value.length > 4_096) return [];
  if (pairs.test(value))
    return value.split(/[,;]/).flatMap((pair) => {
      const at = pair.indexOf('=');
      return split(`${name}[${pair.slice(0, at).trim()}]`, pair.slice(at + 1).trim());
    });
  // Several signatures are separated by blanks, and each has the same prefix.
  const [first = ''] = value.split(' ');
  const isList = value.includes(' ') && value.split(' ').every((one) => withPrefix.test(one));
  return split(name, isList ? first : value);
}

function split(place: string, value: string): readonly Found[] {
  const [, prefix = '', rest = ''] = withPrefix.exec(value) ?? [];
  const whole = { place, prefix: '', text: value };
  return prefix === '' ? [whole] : [whole, { place, prefix, text: rest }];
}

/** Members of the body whose names say that they are a signature, at most three levels down. */
function membersOf({ json, form }: SenderRequest): readonly Found[] {
  const fields = [...(form ?? [])].flatMap(([name, value]) =>
    signatureName.test(name) ? [{ place: pointerOf([name]), prefix: '', text: value }] : [],
  );
  return [...fields, ...membersIn(json, [], 3)];
}

function membersIn(value: JsonValue | undefined, path: readonly string[], levels: number): readonly Found[] {
  if (levels === 0 || !isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member !== 'string') return membersIn(member, [...path, name], levels - 1);
    return signatureName.test(name) ? split(pointerOf([...path, name]), member) : [];
  });
}

export interface Bytes {
  readonly encoding: 'hex' | 'base64';
  readonly bytes: Buffer;
}

/** The bytes that a text may stand for. */
export function bytesOf(text: string): readonly Bytes[] {
  const found: Bytes[] = [];
  if (/^(?:[0-9a-f]{2}){16,}$/i.test(text)) found.push({ encoding: 'hex', bytes: Buffer.from(text, 'hex') });
  if (/^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(text))
    found.push({ encoding: 'base64', bytes: Buffer.from(text, 'base64') });
  return found;
}
