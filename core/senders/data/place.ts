import { valueAt } from '#domain/json-pointer.ts';
import { isList, type JsonValue, parseJson, scalarText } from '#domain/json-value.ts';
import { headerOf } from '../read.ts';
import { inHeader, inPairs, type Part } from '../schemes/signature-parts.ts';
import type { SenderRequest } from '../sender.ts';

/** The text at a place of a request; null where there is none, or a blank one. */
export type ReadText = (request: SenderRequest) => string | null;

const pairPattern = /^(.+)\[(.+)\]$/;

/** A JSON pointer into the body in which `*` is each item of a list, `?name` of the query, a header, or `header[key]` of a header of pairs. */
export function readPlace(place: string): ReadText {
  if (eachItem.test(place)) return readEach(place);
  if (place.startsWith('/')) return (request) => textOf(documentOf(request, place));
  if (place.startsWith('?')) return ({ query }) => query.get(place.slice(1))?.trim() || null;
  const pair = pairPattern.exec(place);
  if (pair === null) return (request) => headerOf(request, place.toLowerCase());
  const part = partAt(place);
  return (request) => part.values(request)[0] ?? null;
}

const eachItem = /\/\*(?=\/|$)/;

/** One text of all items: an id of several events depends on each of them. Null where one has no value. */
function readEach(place: string): ReadText {
  const [list = '', ...rest] = place.split(new RegExp(eachItem, 'g'));
  return (request) => {
    const texts = eachText(list === '' ? request.json : documentOf(request, list), rest);
    return texts === null || texts.length === 0 || texts.includes(null)
      ? null
      : texts.map((text) => text?.replaceAll('%', '%25').replaceAll(' ', '%20')).join(' ');
  };
}

function eachText(
  value: JsonValue | undefined,
  [pointer = '', ...rest]: readonly string[],
): readonly (string | null)[] | null {
  if (value === undefined || !isList(value)) return null;
  return value.flatMap((item) => {
    const found = pointer === '' ? item : valueAt(item, pointer);
    return rest.length === 0 ? [textOf(found)] : (eachText(found, rest) ?? [null]);
  });
}

/** The values at the place of a signature, without the prefix that each of them has. */
export function partAt(place: string, prefix = ''): Part {
  const pair = pairPattern.exec(place);
  if (pair !== null) return pairsOf(String(pair[1]).toLowerCase(), String(pair[2]), prefix);
  if (!/^[/?]/.test(place)) return inHeader(place.toLowerCase(), prefix);
  const read = readPlace(place);
  return {
    name: place,
    values: (request) => {
      const text = read(request);
      return text?.startsWith(prefix) === true ? [text.slice(prefix.length)] : [];
    },
  };
}

/** Pairs are separated by commas or semicolons. */
function pairsOf(name: string, key: string, prefix: string): Part {
  const [commas, semicolons] = [inPairs(name, key), inPairs(name, key, { separator: ';' })];
  return {
    name,
    values: (request) => {
      const { values } = (headerOf(request, name) ?? '').includes(';') ? semicolons : commas;
      return values(request).flatMap((text) => (text.startsWith(prefix) ? [text.slice(prefix.length)] : []));
    },
  };
}

/** The body where it is JSON; the fields of a form, of which one called `payload` that holds JSON stands for all. */
function documentOf({ json, form }: SenderRequest, pointer: string): JsonValue | undefined {
  if (json !== undefined) return valueAt(json, pointer);
  if (form === undefined) return undefined;
  const payload = form.get('payload');
  const wrapped = payload === null ? undefined : parseJson(payload)?.value;
  if (wrapped !== undefined) return valueAt(wrapped, pointer);
  return form.get(pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')) ?? undefined;
}

function textOf(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null || typeof value === 'boolean') return null;
  const text = scalarText(value);
  return text === null || text.trim() === '' ? null : text;
}
