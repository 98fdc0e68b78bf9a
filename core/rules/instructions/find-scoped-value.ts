import type { JsonRecord } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { nameWords, singular } from '../document/name-words.ts';
import { findOwnedValue } from './find-owned-value.ts';
import { type FoundValue, isExactName, unknown } from './find-value.ts';
import type { Value } from './program.ts';

/** The item of a list that a request is about. */
export interface Scope {
  /** As the owner calls it: `line item`. */
  readonly noun: string;
  /** Of the list in the delivery. */
  readonly path: string;
  readonly item: JsonRecord;
}

/** What a value is of one item, or of the delivery where it names something that is not in the item. */
export function findScopedValue(document: DeliveryDocument, scope: Scope | null, value: Value): FoundValue {
  const { field } = value;
  if (scope === null || field.kind !== 'field') return findOwnedValue(document, value);
  const own = withoutNoun(field.words, scope.noun);
  const item = itemDocument(document, scope);
  const found = findOwnedValue(item, { ...value, field: { ...field, words: own } });
  if (found.state === 'found' || own !== field.words) return found;
  if (field.words.startsWith(scope.path)) return unknown(`${field.words} is of all items, not of one`);
  // One word is of the item; a path, or words that say whose they are, may be of the delivery.
  const isElsewhere = isExactName(field) || field.words.trim().includes(' ');
  return isElsewhere ? findOwnedValue(document, value) : found;
}

/** `line_item.sku`, "the item's sku" → `sku`. */
function withoutNoun(words: string, noun: string): string {
  const [dotted = '', ...path] = words.split('.');
  const nouns = [nameWords(noun), nameWords(noun).split(' ').at(-1) ?? ''];
  if (path.length > 0 && nouns.includes(singular(nameWords(dotted)))) return path.join('.');
  const said = nouns.find((each) => words.toLowerCase().startsWith(`${each} `));
  return said === undefined ? words : words.slice(said.length + 1);
}

/** One item as a delivery of its own, whose event is not known. */
const itemDocument = (document: DeliveryDocument, { item, noun }: Scope): DeliveryDocument => ({
  ...document,
  kind: 'json',
  root: item,
  text: '',
  headers: { 'x-event-name': noun },
  facts: {},
});
