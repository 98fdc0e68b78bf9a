import { isList, isRecord, type JsonValue, scalarText } from '../../domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { type FieldResult, findField, findTested } from '../document/find-field.ts';
import { type Field, isWrittenPath } from './condition-tree.ts';
import { sumDecimals } from './decimal.ts';
import { isBodyName } from './read-field.ts';

/** As {@link resolveField}, and by synonyms of its name. */
export function resolveTested(document: DeliveryDocument, field: Field): FieldResult {
  const found = resolveField(document, field);
  return found.state === 'missing' && field.kind === 'field' && !isWrittenPath(field)
    ? findTested(document, field.words)
    : found;
}

/** The value that a field names in a delivery, or why there is none. */
export function resolveField(document: DeliveryDocument, field: Field): FieldResult {
  switch (field.kind) {
    case 'header':
      return findHeader(document, field.name);
    case 'body':
      return { state: 'found', path: 'the body', value: document.text };
    case 'field':
      return findNamed(document, field.words);
    case 'count':
      return count(findField(document, field.words), field.words);
    case 'sum':
      return sum(findField(document, field.words), field.words);
    case 'length':
      return lengthOf(findNamed(document, field.words), field.words);
  }
}

function findHeader({ headers }: DeliveryDocument, name: string): FieldResult {
  const path = `header ${name}`;
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return value === undefined ? { state: 'missing', path } : { state: 'found', path, value };
}

function findNamed(document: DeliveryDocument, words: string): FieldResult {
  const found = findField(document, words);
  if (found.state !== 'missing') return found;
  if (/^x-[\w-]+$/i.test(words)) return findHeader(document, words.toLowerCase());
  const isText = isBodyName(words) && document.kind !== 'binary';
  return isText ? { state: 'found', path: 'the body', value: document.text } : found;
}

function count(found: FieldResult, words: string): FieldResult {
  if (found.state !== 'found') return found;
  const { value } = found;
  const size = isList(value) ? value.length : isRecord(value) ? Object.keys(value).length : 1;
  return { state: 'found', path: `the number of ${words}`, value: size };
}

function lengthOf(found: FieldResult, words: string): FieldResult {
  if (found.state !== 'found') return found;
  const path = `the length of ${words}`;
  return typeof found.value === 'string'
    ? { state: 'found', path, value: found.value.trim().length }
    : { state: 'missing', path };
}

function sum(found: FieldResult, words: string): FieldResult {
  if (found.state !== 'found') return found;
  const path = `the sum of ${words}`;
  const terms = (isList(found.value) ? found.value : [found.value]).map((term: JsonValue) =>
    scalarText(term),
  );
  const total = terms.some((term) => term === null) ? null : sumDecimals(terms.map((term) => term ?? ''));
  return total === null ? { state: 'missing', path } : { state: 'found', path, value: Number(total) };
}
