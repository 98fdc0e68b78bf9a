import type { JsonValue } from '../../domain/json-value.ts';
import type { DeliveryDocument } from './delivery-document.ts';
import { eventNameOf, isEventWord } from './event-name.ts';
import { type FieldPath, fieldPaths } from './field-paths.ts';
import { followPath } from './follow-path.ts';
import { nameWords } from './name-words.ts';

/** What the words of a field name in one delivery. `path` is for people and for finding it again. */
export type FieldResult =
  | { readonly state: 'found'; readonly path: string; readonly value: JsonValue }
  | { readonly state: 'missing'; readonly path: string }
  | { readonly state: 'ambiguous'; readonly path: string; readonly paths: readonly string[] };

/** Names that only wrap what a delivery is about. */
const wrappers = new Set(['data', 'object', 'payload', 'body', 'resource', 'record', 'event', 'attributes']);
const roots = new Set(['payload', 'body', 'delivery', 'event', 'request', 'webhook', 'message', '$']);

const ambiguousPathsMax = 5;

/**
 * Finds a field: the exact path, else the same words in any spelling, else the only field whose last names are these
 * words. Two such fields are ambiguous, never a guess.
 */
export function findField(document: DeliveryDocument, words: string): FieldResult {
  const exact = followPath(document.root, words);
  if (exact !== undefined) return { state: 'found', path: words, value: exact };
  const wanted = nameWords(words);
  const event = isEventWord(wanted) ? eventNameOf(document) : null;
  return (
    findByWords(document, wanted) ??
    (event === null ? null : { state: 'found', path: event.path, value: event.name }) ??
    findWithoutRoot(document, words) ??
    findFact(document, wanted) ??
    findWithoutSubject(document, wanted) ?? { state: 'missing', path: words }
  );
}

function findByWords(document: DeliveryDocument, wanted: string): FieldResult | null {
  if (wanted === '') return null;
  const ending = ` ${wanted}`;
  const matches = fieldPaths(document).filter(
    ({ key, words }) => words.endsWith(ending) && key.charAt(key.length - ending.length) === '.',
  );
  const whole = matches.filter(({ key }) => key.length === ending.length);
  const wrapped = matches.filter(({ key }) => isWrapped(key, wanted));
  return resultOf(document, [whole, wrapped, matches].find(({ length }) => length > 0) ?? []);
}

function resultOf(document: DeliveryDocument, fields: readonly FieldPath[]): FieldResult | null {
  const paths = fields.map(({ path }) => path);
  const [path] = paths;
  if (path === undefined) return null;
  if (paths.length > 1) return { state: 'ambiguous', path, paths: paths.slice(0, ambiguousPathsMax) };
  const value = followPath(document.root, path);
  return value === undefined ? null : { state: 'found', path, value };
}

/** Nothing but wrappers comes before the words. */
function isWrapped(key: string, wanted: string): boolean {
  const before = key.slice(1, Math.max(0, key.length - wanted.length - 1));
  return before === '' || before.split('.').every((name) => wrappers.has(name));
}

/** "payload.order.id" where there is no key "payload". */
function findWithoutRoot(document: DeliveryDocument, words: string): FieldResult | null {
  const [first = '', ...rest] = words.split('.');
  if (rest.length === 0 || !roots.has(first.toLowerCase())) return null;
  const found = findField(document, rest.join('.'));
  return found.state === 'missing' ? null : found;
}

/** "the order status" of a delivery that is an order itself: `status` at its top, and no other `order` in it. */
function findWithoutSubject(document: DeliveryDocument, wanted: string): FieldResult | null {
  const [subject = '', ...rest] = wanted.split(' ');
  const remaining = rest.join(' ');
  if (remaining === '') return null;
  const fields = fieldPaths(document);
  const isNamed = fields.some(({ key }) => `${key}.`.includes(`.${subject}.`));
  if (isNamed) return null;
  const ending = `.${remaining}`;
  return resultOf(
    document,
    fields.filter(({ key }) => key.endsWith(ending) && isWrapped(key, remaining)),
  );
}

function findFact(document: DeliveryDocument, wanted: string): FieldResult | null {
  const value = Object.hasOwn(document.facts, wanted) ? document.facts[wanted] : undefined;
  return value === undefined ? null : { state: 'found', path: wanted, value };
}
