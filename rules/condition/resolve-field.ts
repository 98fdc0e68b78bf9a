import { sumDecimals } from './decimal.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { eventNameOf } from '../document/event-name.ts';
import { isBodyName } from './read-field.ts';
import { type Found, lookUp, wordsOf } from '../document/find-field.ts';
import { followPath } from '../document/follow-path.ts';
import type { Field, Test } from './condition-tree.ts';
import { things } from './vocabulary.ts';
import { isList, isRecord, type JsonValue, scalarText } from '../../domain/json-value.ts';
import { quoteText } from '../../domain/quote.ts';

/** The value that a field names in a delivery, or why there is none. */
export function resolveField(document: DeliveryDocument, field: Field): Found {
  switch (field.kind) {
    case 'header':
      return headerOf(document, field.name);
    case 'body':
      return { state: 'found', path: 'the body', value: document.text };
    case 'field':
      return namedOf(document, field.words);
    case 'count':
      return counted(lookUp(document, field.words), field.words);
    case 'sum':
      return summed(lookUp(document, field.words), field.words);
  }
}

/** As {@link resolveField}; for "the order is paid" it finds the order's status where the order is a thing. */
export function resolveTest(document: DeliveryDocument, { field, isState, values }: Test): Found {
  const found = resolveField(document, field);
  const isThing = found.state === 'missing' || (found.state === 'found' && isRecord(found.value));
  if (!isState || field.kind !== 'field' || !isThing) return found;
  const isSaidOf = saidOf(document, field.words);
  const states = ['status', 'state']
    .map((name) => lookUp(document, `${field.words} ${name}`))
    .filter(isSaidOf);
  const flags = values
    .map((value) => lookUp(document, `${field.words} ${value}`))
    .filter(isSaidOf)
    .filter((flag) => flag.state === 'found' && typeof flag.value === 'boolean')
    .map((flag): Found => ({ ...flag, state: 'found', value: asState(flag, values[0] ?? '') }));
  const happened = eventState(document, field.words);
  // "the order is created" is said of an event "order.created" as well as of a status.
  if (happened !== null && values.some((value) => wordsOf(value) === wordsOf(happened.value)))
    return happened;
  const candidates = [...states, ...flags].filter(({ state }) => state !== 'missing');
  const [candidate] = candidates;
  if (candidate === undefined) return happened ?? found;
  if (candidates.length === 1) return candidate;
  return { state: 'ambiguous', path: field.words, paths: candidates.map(({ path }) => path) };
}

/** Does a place tell of `words`? It names them, or the delivery as a whole may be one. */
function saidOf(document: DeliveryDocument, words: string): (found: Found) => boolean {
  const subject = wordsOf(words);
  const isWhole = things.has(subject) || wordsOf(eventNameOf(document)?.name ?? '').startsWith(`${subject} `);
  return ({ path }) => isWhole || ` ${wordsOf(path)} `.includes(` ${subject} `);
}

/** What the event's name says of a thing: of an order, `order.created` says "created". */
function eventState(
  document: DeliveryDocument,
  words: string,
): (Found & { readonly state: 'found'; readonly value: string }) | null {
  const event = eventNameOf(document);
  const [name, subject] = [wordsOf(event?.name ?? ''), wordsOf(words)];
  if (event === null) return null;
  // GitHub and its like: the event is "pull_request", the action "opened".
  const action = name === subject ? followPath(document.root, 'action') : undefined;
  if (typeof action === 'string') return { state: 'found', path: 'action', value: action };
  if (!name.startsWith(`${subject} `)) return null;
  const state = name.slice(subject.length + 1);
  // As it is written there: `orderCreated` says "Created".
  for (let at = event.name.length - 1; at > 0; at -= 1) {
    const tail = event.name.slice(at);
    if (wordsOf(tail) === state && wordsOf(event.name.slice(0, at)) === subject)
      return { state: 'found', path: `${words} in ${event.path} ${quoteText(event.name)}`, value: tail };
  }
  return null;
}

/** `paid: true` is the state "paid", `paid: false` the state "not paid". */
const asState = (flag: Found, value: string): string =>
  flag.state === 'found' && flag.value === true ? value : `not ${value}`;

function headerOf({ headers }: DeliveryDocument, name: string): Found {
  const path = `header ${name}`;
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return value === undefined ? { state: 'missing', path } : { state: 'found', path, value };
}

function namedOf(document: DeliveryDocument, words: string): Found {
  const found = lookUp(document, words);
  if (found.state !== 'missing') return found;
  if (/^x-[\w-]+$/i.test(words)) return headerOf(document, words.toLowerCase());
  const isText = isBodyName(words) && document.kind !== 'binary';
  return isText ? { state: 'found', path: 'the body', value: document.text } : found;
}

function counted(found: Found, words: string): Found {
  if (found.state !== 'found') return found;
  const { value } = found;
  const count = isList(value) ? value.length : isRecord(value) ? Object.keys(value).length : 1;
  return { state: 'found', path: `the number of ${words}`, value: count };
}

function summed(found: Found, words: string): Found {
  if (found.state !== 'found') return found;
  const terms = (isList(found.value) ? found.value : [found.value]).map((term: JsonValue) =>
    scalarText(term),
  );
  const total = terms.some((term) => term === null) ? null : sumDecimals(terms.map((term) => term ?? ''));
  return total === null
    ? { state: 'missing', path: `the sum of ${words}` }
    : { state: 'found', path: `the sum of ${words}`, value: Number(total) };
}
