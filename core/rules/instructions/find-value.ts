import { isList, isRecord, type JsonValue } from '#domain/json-value.ts';
import { type Field, isWrittenPath, wordsOfField } from '../condition/condition-tree.ts';
import { describeField } from '../condition/describe-condition.ts';
import { resolveField } from '../condition/resolve-field.ts';
import { bodyFault } from '../document/body-fault.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { isEventWord } from '../document/event-name.ts';
import { type FieldResult, findTested } from '../document/find-field.ts';
import { fieldPaths } from '../document/field-paths.ts';
import { followPath } from '../document/follow-path.ts';
import { nameWords, singular } from '../document/name-words.ts';
import { nearNames } from '../document/near-names.ts';
import { rivalOf, textAt, wrappedRivalOf } from './find-rival.ts';
import { isNamedBy, isOfKind, kindBeside } from './is-named-by.ts';
import { nameIn } from './label-of.ts';

/** A value that may be sent or told: found in one place that the owner's words name for certain, or why not. */
export type FoundValue =
  | { readonly state: 'found'; readonly path: string; readonly value: JsonValue }
  /** `isAbsent`: it is certain that the delivery has no such field. */
  | { readonly state: 'unknown'; readonly problem: string; readonly isAbsent: boolean };

/**
 * Finds what is to be sent or told. Stricter than what a condition may be about: a value of another name is not taken,
 * and where several places hold one value it does not matter which is meant.
 */
export function findValue(document: DeliveryDocument, field: Field): FoundValue {
  const exact = field.kind === 'field' ? followPath(document.root, field.words) : undefined;
  if (exact !== undefined && field.kind === 'field') return exactly(document, field, exact);
  const result = resolveField(document, field);
  switch (result.state) {
    case 'missing':
      return missing(document, field);
    case 'ambiguous':
      return agreed(document, field, result.paths);
    case 'found':
      return certain(document, field, result);
  }
}

/** Written as the delivery writes it: `order.customer`, `shipping_address`, `header X-Topic`. */
export const isExactName = (field: Field): boolean =>
  field.kind === 'header' ||
  isWrittenPath(field) ||
  (field.kind === 'field' && /_|\p{Ll}\p{Lu}/u.test(field.words));

const found = (path: string, value: JsonValue): FoundValue => ({ state: 'found', path, value });
export const unknown = (problem: string, isAbsent = false): FoundValue => ({
  state: 'unknown',
  problem,
  isAbsent,
});

/** The `subject` of an envelope may be the address of what it is about, whose own subject is meant. */
function exactly(
  document: DeliveryDocument,
  field: Extract<Field, { kind: 'field' }>,
  value: JsonValue,
): FoundValue {
  const other = isAddress(value) && !isExactName(field) ? findTested(document, field.words) : null;
  const isOther = other !== null && (other.state !== 'found' || other.path !== field.words);
  const rival = isOther ? other.path : isExactName(field) ? null : wrappedRivalOf(document, field.words);
  return rival === null
    ? found(field.words, value)
    : unknown(`${field.words} is ambiguous: ${field.words}, ${rival}`);
}

/** `zen:ticket:5158`, but not a URL. */
const isAddress = (value: JsonValue): boolean =>
  typeof value === 'string' && /^[a-z][\w.+-]*:\S+$/i.test(value) && !/^https?:/i.test(value);

/** Such as `the delivery has no total`, and why, or what is near, where that is known. */
function missing(document: DeliveryDocument, field: Field): FoundValue {
  const other = field.kind === 'field' ? findOtherwise(document, field.words) : null;
  if (other !== null) return other;
  const fault = field.kind === 'header' ? null : bodyFault(document);
  const said = `the delivery has no ${describeField(field)}`;
  if (fault !== null) return unknown(`${said}, because ${fault}`);
  const isExact = isExactName(field);
  const names = field.kind === 'field' && !isExact ? nearNames(document, field.words) : [];
  const near = names.filter((path) => !isRecord(followPath(document.root, path)));
  if (near.length === 0 && names.length > 0) return unknown(said);
  return near.length > 0
    ? unknown(`${said}; did you mean ${near.join(' or ')}?`)
    : unknown(said, isExact || isPlainName(field));
}

/** "the total" for `total_price`, "the customer id" for `"customer": "cus_123"`. */
function findOtherwise(document: DeliveryDocument, words: string): FoundValue | null {
  if (words.toLowerCase() === 'total') {
    const price = findValue(document, { kind: 'field', words: 'total price' });
    return price.state === 'found' ? price : null;
  }
  const thing = /^(.+) id$/i.exec(words)?.[1];
  const found = thing === undefined ? null : findValue(document, { kind: 'field', words: thing });
  return found?.state === 'found' && isId(found.value) ? found : null;
}

const isId = (value: JsonValue): boolean => typeof value === 'string' && /^(?=\S*\d)[\w-]+$/.test(value);

/** One word in lower case may be the member itself. */
const isPlainName = (field: Field): boolean => field.kind === 'field' && /^\w+$/.test(field.words);

/** Several places: that of the thing which the owner named, or any where all hold the same. */
function agreed(document: DeliveryDocument, field: Field, paths: readonly string[]): FoundValue {
  const words = wordsOfField(field);
  const ofThing = words === null ? [] : paths.filter((each) => isOfKind(document, words, each));
  const [only] = ofThing;
  const single = only === undefined ? undefined : followPath(document.root, only);
  if (ofThing.length === 1 && only !== undefined && single !== undefined) return found(only, single);
  const values = paths.map((path) => followPath(document.root, path));
  const texts = new Set(paths.map((path) => textAt(document, path)));
  const [path, value] = [paths[0], values[0]];
  if (texts.size === 1 && path !== undefined && value !== undefined && value !== null && !isList(value))
    return found(path, value);
  return unknown(`${describeField(field)} is ambiguous: ${paths.slice(0, 5).join(', ')}`);
}

function certain(
  document: DeliveryDocument,
  field: Field,
  { path, value }: Extract<FieldResult, { state: 'found' }>,
): FoundValue {
  if (field.kind === 'header' || field.kind === 'body') return found(path, value);
  if (field.kind !== 'field') {
    const inner = findValue(document, { kind: 'field', words: field.words });
    if (inner.state === 'unknown') return inner;
    const isCounted = field.kind === 'length' || isList(inner.value);
    return isCounted ? found(path, value) : unknown(`${field.words} is not a list`);
  }
  const { words } = field;
  // Of a delivery with fields, "the message" is one of them; only "the body" is all of it.
  if (path === 'the body')
    return document.root === undefined || /^(?:\w+ (?:body|payload)|body text|payload|delivery)$/i.test(words)
      ? found(path, value)
      : unknown(`the delivery has no ${words}`);
  if (isEventWord(nameWords(words))) return eventName(document, words, path, value);
  // The id that an event has itself, as Stripe writes it.
  const own =
    path === 'event id' && kindBeside(document, 'id') === 'event'
      ? followPath(document.root, 'id')
      : undefined;
  if (own !== undefined) return found('id', own);
  if (path.startsWith('header ')) return found(path, value);
  const inner = isRecord(value) ? nameIn(value) : null;
  if (inner !== null && isNameOf(document, words, path)) return found(path, inner);
  if (!isNamedBy(document, words, path) || isOneForMany(words, path, value))
    return unknown(`${words} may be ${path}, or not`);
  const rival = rivalOf(document, words, path);
  if (rival !== null) return unknown(`${words} is ambiguous: ${path}, ${rival}`);
  return isOneOfMany(words, path, value)
    ? unknown(`${words} is not one value but a list: ${path}`)
    : found(path, value);
}

/** "the event name" is what happened, unless the delivery is about an event that has a name. */
function eventName(document: DeliveryDocument, words: string, path: string, value: JsonValue): FoundValue {
  const wanted = ` ${nameWords(words)}`;
  const other = wanted.includes(' event ')
    ? fieldPaths(document).find(
        ({ names, path: each }) => each !== path && ` ${names.join(' ')}`.endsWith(wanted),
      )
    : undefined;
  return other === undefined ? found(path, value) : unknown(`${words} is ambiguous: ${path}, ${other.path}`);
}

/** "the sku" of several items, "the discount code" of `discount_codes`: one is asked for, and there may be many. */
function isOneOfMany(words: string, path: string, value: JsonValue): boolean {
  const last = nameWords(words).split(' ').at(-1) ?? '';
  const named = nameWords(path).split(' ').at(-1) ?? '';
  const isSingular = singular(last) === last;
  return isSingular && !words.includes('[') && (path.includes('[]') || (isList(value) && named !== last));
}

/** "the labels" where only `label` is found. */
function isOneForMany(words: string, path: string, value: JsonValue): boolean {
  const last = nameWords(words).split(' ').at(-1) ?? '';
  return singular(last) !== last && nameWords(path).endsWith(singular(last)) && !isList(value);
}

/** "the service name" where `service` is an object that is called something. */
function isNameOf(document: DeliveryDocument, words: string, path: string): boolean {
  const [last, ...before] = words.split(' ').toReversed();
  return last === 'name' && before.length > 0 && isNamedBy(document, before.toReversed().join(' '), path);
}
