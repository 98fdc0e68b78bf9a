import { isList, isRecord, type JsonValue } from '#domain/json-value.ts';
import type { DeliveryDocument } from './delivery-document.ts';
import { eventNameOf, eventWordsOf, isEventWord } from './event-name.ts';
import { type FieldPath, fieldPaths } from './field-paths.ts';
import { followPath } from './follow-path.ts';
import { nameKey, nameWords, singular } from './name-words.ts';

/** What the words of a field name in one delivery. `path` is for people and for finding it again. */
export type FieldResult =
  | { readonly state: 'found'; readonly path: string; readonly value: JsonValue }
  | { readonly state: 'missing'; readonly path: string }
  | { readonly state: 'ambiguous'; readonly path: string; readonly paths: readonly string[] };

const roots = new Set(['payload', 'body', 'delivery', 'event', 'request', 'webhook', 'message', '$']);

/**
 * Finds a field: the exact path, else the same words in any spelling, nearest to the top of what the delivery is about.
 * Two such fields are ambiguous, never a guess.
 */
export function findField(document: DeliveryDocument, words: string): FieldResult {
  const exact = followPath(document.root, words) ?? followPath(document.root, withoutCapital(words));
  const wanted = nameWords(words);
  const event = isEventWord(wanted) ? eventNameOf(document) : null;
  // An object called "event" has the name of the event in it.
  if (exact !== undefined && !isAddress(exact) && !(isRecord(exact) && event !== null))
    return { state: 'found', path: words, value: exact };
  if (isRecord(exact) && event !== null) return { state: 'found', path: event.path, value: event.name };
  return (
    findByWords(document, words) ??
    (event === null ? null : { state: 'found', path: event.path, value: event.name }) ??
    findWithoutRoot(document, words) ??
    findFact(document, wanted) ?? { state: 'missing', path: words }
  );
}

/** `Items[0].sku` at the beginning of a sentence; paths without an index are found by their words. */
const withoutCapital = (words: string): string =>
  words.includes('[') ? words.charAt(0).toLowerCase() + words.slice(1) : words;

function findByWords(document: DeliveryDocument, words: string): FieldResult | null {
  const wanted = nameKey(words);
  if (wanted === '') return null;
  const matches = namedSo(document, wanted);
  // "Labels" are the `labels` of an issue rather than the `label` that was added to it.
  const written = nameWords(words);
  const spelled = matches.filter(
    ({ path, names }) =>
      ` ${names.join(' ')}`.endsWith(` ${written}`) ||
      (singular(written) === written && isList(followPath(document.root, path))),
  );
  const nearest = nearestOf(document, spelled.length > 0 ? spelled : matches, wanted);
  const [only] = nearest;
  const isDoubtful = only !== undefined && isAddress(followPath(document.root, only.path));
  return resultOf(document, isDoubtful ? matches : nearest);
}

const namedSo = (document: DeliveryDocument, wanted: string): readonly FieldPath[] =>
  fieldPaths(document).filter(
    ({ key, starts }) => key.endsWith(wanted) && starts.includes(key.length - wanted.length),
  );

/** Of several fields of one name, those nearest to the top of what the delivery is about. */
function nearestOf(
  document: DeliveryDocument,
  matches: readonly FieldPath[],
  wanted: string,
): readonly FieldPath[] {
  const before = ({ names, starts, key }: FieldPath): readonly string[] =>
    names.filter((_, index) => (starts[index] ?? 0) < key.length - wanted.length);
  const tiers = [
    (field: FieldPath) => before(field).length === 0,
    (field: FieldPath) => before(field).every(isWrapper),
    (field: FieldPath) => before(field).every((name) => isWrapper(name) || isSubject(document, name)),
  ];
  return tiers.map((tier) => matches.filter(tier)).find(({ length }) => length > 0) ?? matches;
}

/** `zen:ticket:5158`, and no URL: it gives way to texts of the same name, for one of them may be meant. */
const isAddress = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' && /^[a-z][\w.+-]*:(?!\/\/)\S+$/i.test(value);

function resultOf(document: DeliveryDocument, fields: readonly FieldPath[]): FieldResult | null {
  const paths = fields.map(({ path }) => path);
  const [path] = paths;
  if (path === undefined) return null;
  if (paths.length > 1) return { state: 'ambiguous', path, paths };
  const value = followPath(document.root, path);
  return value === undefined ? null : { state: 'found', path, value };
}

/** "payload.order.id" where there is no key "payload". */
function findWithoutRoot(document: DeliveryDocument, words: string): FieldResult | null {
  const [first = '', ...rest] = words.split('.');
  if (rest.length === 0 || !roots.has(first.toLowerCase())) return null;
  const found = findField(document, rest.join('.'));
  return found.state === 'missing' ? null : found;
}

function findFact(document: DeliveryDocument, wanted: string): FieldResult | null {
  const value = Object.hasOwn(document.facts, wanted) ? document.facts[wanted] : undefined;
  return value === undefined ? null : { state: 'found', path: wanted, value };
}

/** Names that only wrap what a delivery is about. */
const wrappers = new Set(
  'data object payload body resource record event attributes attribute fields field properties property detail details'
    .split(' ')
    .concat('object attributes'),
);

const isWrapper = (name: string): boolean => wrappers.has(name);

const singulars = (words: string): string => ` ${words.split(' ').map(singular).join(' ')} `;
const eventWordsMax = 32;

/** Does the event of a delivery happen to what a name calls: to an issue, in `issues` and `jira:issue_updated`? */
function isSubject(document: DeliveryDocument, name: string): boolean {
  const event = eventWordsOf(document).slice(0, eventWordsMax).join(' ');
  return name !== '' && singulars(event).includes(singulars(name));
}
