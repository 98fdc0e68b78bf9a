import { isList, isRecord, type JsonValue, scalarText } from '#domain/json-value.ts';
import { type DeliveryDocument, factNames } from '../document/delivery-document.ts';
import { findChange } from '../document/find-change.ts';
import { type FieldResult, findField, findTested } from '../document/find-field.ts';
import { nameKey } from '../document/name-words.ts';
import { type Field, isWrittenPath, type Test, wordsOfField } from './condition-tree.ts';
import { sumDecimals } from './decimal.ts';
import { isBodyName } from './read-field.ts';

/** The value that a field names in a delivery, or why there is none. */
export function resolveField(document: DeliveryDocument, field: Field): FieldResult {
  const words = wordsOfField(field);
  if (field.kind === 'change') return findChange(document, field.words);
  if (words === null) return findOther(document, field);
  const found = findField(document, words);
  return measured(
    field,
    found.state === 'missing' ? findElsewhere(document, words, isBodyName(words)) : found,
  );
}

/** As {@link resolveField}, and by synonyms of its name: what a test is about. */
export function resolveTested(
  document: DeliveryDocument,
  { field, op }: Pick<Test, 'field' | 'op'>,
): FieldResult {
  const words = wordsOfField(field);
  if (words === null || field.kind === 'change' || isWrittenPath(field)) return resolveField(document, field);
  const found = findTested(document, words);
  const isPresence = op === 'exists' || op === 'empty';
  const known = found.state === 'missing' && isPresence ? findId(document, words, found) : found;
  const isBody = document.root === undefined ? isBodyName(words) : wholeBody.test(words);
  return measured(field, known.state === 'missing' ? findElsewhere(document, words, isBody) : known);
}

/** "The assignee is missing" where senders write `assignee_id`. */
function findId(document: DeliveryDocument, words: string, otherwise: FieldResult): FieldResult {
  const found = findField(document, `${words} id`);
  const name = nameKey(found.path.replace(/^.*\./, ''));
  const isNamed = /.id$/.test(name) && nameKey(`${words} id`).endsWith(name);
  return isNamed && !factNames.has(found.path) ? found : otherwise;
}

/** Where a delivery has fields, its "message" is one of them; these words mean the body itself. */
const wholeBody = /^(?:(?:whole|raw|request) (?:body|text|payload)|body text|text body|payload)$/i;

function findOther(document: DeliveryDocument, field: Field): FieldResult {
  return field.kind === 'header'
    ? findHeader(document, field.name)
    : { state: 'found', path: 'the body', value: document.text };
}

function findHeader({ headers }: DeliveryDocument, name: string): FieldResult {
  const path = `header ${name}`;
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return value === undefined ? { state: 'missing', path } : { state: 'found', path, value };
}

function findElsewhere(document: DeliveryDocument, words: string, isBody: boolean): FieldResult {
  if (/^x-[\w-]+$/i.test(words)) return findHeader(document, words.toLowerCase());
  const isText = isBody && document.kind !== 'binary';
  return isText
    ? { state: 'found', path: 'the body', value: document.text }
    : { state: 'missing', path: words };
}

/** The field itself, or its number, sum or length; what has none is missing. */
function measured(field: Field, found: FieldResult): FieldResult {
  if (found.state !== 'found' || field.kind === 'field') return found;
  const measure = measures[field.kind];
  const words = wordsOfField(field) ?? '';
  if (measure === undefined) return found;
  const [name, of] = measure;
  const value = of(found.value);
  const path = `the ${name} of ${words}`;
  return value === null ? { state: 'missing', path } : { state: 'found', path, value };
}

const measures: Readonly<
  Partial<Record<Field['kind'], readonly [string, (value: JsonValue) => number | null]>>
> = {
  count: ['number', count],
  sum: ['sum', sum],
  length: ['length', (value) => (typeof value === 'string' ? value.trim().length : null)],
};

/** The items of a list, or the things of a map; a number says itself how many there are. */
function count(value: JsonValue): number | null {
  if (isList(value)) return value.length;
  // "More than 3 comments" does not ask how many members one comment has.
  if (isRecord(value)) return Object.values(value).every(isRecord) ? Object.keys(value).length : null;
  return typeof value === 'number' ? value : null;
}

function sum(value: JsonValue): number | null {
  const terms = (isList(value) ? value : [value]).map((term) => scalarText(term));
  const total = terms.includes(null) ? null : sumDecimals(terms.map((term) => term ?? ''));
  return total === null ? null : Number(total);
}
