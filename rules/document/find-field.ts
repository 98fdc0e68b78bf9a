import type { DeliveryDocument } from './delivery-document.ts';
import { eventNameOf, isEventWord } from './event-name.ts';
import { followPath } from './follow-path.ts';
import { isList, isRecord, type JsonValue } from '../../domain/json-value.ts';

/** What the words of a field stand for in one delivery. `path` is for people and for looking it up again. */
export type Found =
  | { readonly state: 'found'; readonly path: string; readonly value: JsonValue }
  | { readonly state: 'missing'; readonly path: string }
  | { readonly state: 'ambiguous'; readonly path: string; readonly paths: readonly string[] };

interface Place {
  readonly path: string;
  /** The words of each key, a dot before each key: `.order.payment status`. */
  readonly key: string;
}

/** Names that only wrap what a delivery is about. */
const wrappers = new Set(['data', 'object', 'payload', 'body', 'resource', 'record', 'event', 'attributes']);
const roots = new Set(['payload', 'body', 'delivery', 'event', 'request', 'webhook', 'message', '$']);

/** `orderStatus`, `order_status`, `Order-Status` → `order status`. */
export const wordsOf = (name: string): string =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Finds a field: the exact path, else the same words in any spelling, else the only place whose last keys are these
 * words. Two places are ambiguous, never a guess.
 */
export function lookUp(document: DeliveryDocument, words: string): Found {
  const exact = followPath(document.root, words);
  if (exact !== undefined) return { state: 'found', path: words, value: exact };
  const wanted = wordsOf(words);
  const known = isEventWord(wanted) ? eventNameOf(document) : null;
  return (
    byWords(document, wanted) ??
    (known === null ? null : { state: 'found', path: known.path, value: known.name }) ??
    withoutRoot(document, words) ??
    fact(document, wanted) ??
    withoutSubject(document, wanted) ?? { state: 'missing', path: words }
  );
}

function byWords(document: DeliveryDocument, wanted: string): Found | null {
  if (wanted === '') return null;
  const ending = ` ${wanted}`;
  const matches = placesOf(document).filter(({ key }) => {
    const flat = key.replaceAll('.', ' ');
    return flat.endsWith(ending) && key.charAt(key.length - ending.length) === '.';
  });
  const whole = matches.filter(({ key }) => key.length === ending.length);
  const direct = matches.filter(({ key }) => isWrapped(key, wanted));
  return pick(document, [whole, direct, matches].find(({ length }) => length > 0) ?? []);
}

function pick(document: DeliveryDocument, places: readonly Place[]): Found | null {
  const paths = [...new Set(places.map(({ path }) => path))];
  const [path] = paths;
  if (path === undefined) return null;
  if (paths.length > 1) return { state: 'ambiguous', path, paths: paths.slice(0, 5) };
  const value = followPath(document.root, path);
  return value === undefined ? null : { state: 'found', path, value };
}

/** Nothing but wrappers stands before the words. */
function isWrapped(key: string, wanted: string): boolean {
  const before = key.slice(1, Math.max(0, key.length - wanted.length - 1));
  return before === '' || before.split('.').every((name) => wrappers.has(name));
}

/** "payload.order.id" where there is no key "payload". */
function withoutRoot(document: DeliveryDocument, words: string): Found | null {
  const [first = '', ...rest] = words.split('.');
  if (rest.length === 0 || !roots.has(first.toLowerCase())) return null;
  const found = lookUp(document, rest.join('.'));
  return found.state === 'missing' ? null : found;
}

/** "the order status" of a delivery that is an order itself: `status` at its top, and no other `order` in it. */
function withoutSubject(document: DeliveryDocument, wanted: string): Found | null {
  const [subject = '', ...rest] = wanted.split(' ');
  const remaining = rest.join(' ');
  if (remaining === '') return null;
  const places = placesOf(document);
  if (places.some(({ key }) => key.split('.').includes(subject))) return null;
  const matches = places.filter(({ key }) => key.endsWith(`.${remaining}`) && isWrapped(key, remaining));
  return pick(document, matches);
}

function fact(document: DeliveryDocument, wanted: string): Found | null {
  const value = Object.hasOwn(document.facts, wanted) ? document.facts[wanted] : undefined;
  return value === undefined ? null : { state: 'found', path: wanted, value };
}

const placesByDocument = new WeakMap<DeliveryDocument, readonly Place[]>();

/** Every place of a delivery that has a name, list items under one name `items[].sku`. */
export function placesOf(document: DeliveryDocument): readonly Place[] {
  const known = placesByDocument.get(document);
  if (known !== undefined) return known;
  const places = new Map<string, Place>();
  collect(document.root, { path: '', key: '' }, places);
  const list = [...places.values()];
  placesByDocument.set(document, list);
  return list;
}

function collect(value: JsonValue | undefined, at: Place, places: Map<string, Place>): void {
  if (value === undefined) return;
  if (isList(value)) {
    for (const item of value) collect(item, { path: `${at.path}[]`, key: at.key }, places);
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      const path = at.path === '' ? name : `${at.path}.${name}`;
      const place = { path, key: `${at.key}.${wordsOf(name)}` };
      places.set(path, place);
      collect(member, place, places);
    }
  }
}
