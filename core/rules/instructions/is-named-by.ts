import { entityNouns } from '../document/name-vocabulary.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { eventNameOf, eventWordsOf } from '../document/event-name.ts';
import { fieldPaths } from '../document/field-paths.ts';
import { followPath } from '../document/follow-path.ts';
import { isSubject, isWrapper } from '../document/main-entity.ts';
import { nameWords, singular } from '../document/name-words.ts';
import { wordSet } from '../language/common-words.ts';

/** Who an order or a ticket may be of: such a name says whose, not what the delivery is. */
const people = wordSet(
  'customer user member employee candidate applicant contact lead account client buyer visitor subscriber ' +
    'submitter sender person owner author assignee guest attendee',
);
/** Those of whom a delivery with one address can only be. */
const addressees = wordSet('customer contact lead client buyer visitor subscriber submitter user applicant');
const addressWords = wordSet('email mail phone telephone mobile');

/** Words of a path that do not change what it names: `shipping country` for `shipping_address.country_code`. */
const silentWords = wordSet('address code detail');
/** Words that an owner says and a sender leaves out, each behind these only: `phone number` for `phone`. */
const spokenWords: Readonly<Record<string, ReadonlySet<string>>> = {
  number: wordSet('phone telephone mobile fax tracking'),
  address: wordSet('email mail ip'),
  name: wordSet('company country city'),
};

/** Do the words of an owner name the field at this path for certain, and not merely something like it? */
export function isNamedBy(document: DeliveryDocument, words: string, path: string): boolean {
  const wanted = wordsOf(words);
  if (isAuthorOfOther(document, wanted, path)) return false;
  if (isEnding(path, wanted)) return true;
  const [subject = '', ...rest] = wanted;
  return rest.length > 0 && isEnding(path, rest) && isItself(document, subject, rest, path);
}

/** Who wrote the last commit of a merge request has not written the request. */
function isAuthorOfOther(document: DeliveryDocument, wanted: readonly string[], path: string): boolean {
  const names = path.split('.').map((name) => nameWords(name));
  const at = names.findIndex((name) => authors.has(name));
  return (
    authors.has(wanted[0] ?? '') &&
    names.slice(0, Math.max(at, 0)).some((name) => !isWrapper(name) && !isSubject(document, name))
  );
}

const authors = wordSet('author creator');

/** Do the words of a name say whose it is: "sender login", "order id" of an order, but not "first name"? */
export const isNamedWithOwner = (words: string, path: string): boolean =>
  words.trim().includes(' ') && !isEnding(path.split('.').at(-1) ?? '', wordsOf(words));

const wordsOf = (text: string): readonly string[] => nameWords(text).split(' ').map(singular);

/** Does a path end in names of these words, give or take words that say nothing? */
function isEnding(path: string, wanted: readonly string[]): boolean {
  const names = path.replaceAll('[]', '').split('.').map(wordsOf);
  const [last = '', before = ''] = [wanted.at(-1), wanted.at(-2)];
  const variants = [wanted];
  if (spokenWords[last]?.has(before) === true) variants.push(wanted.slice(0, -1));
  const quiet = names.map((name) => name.filter((word) => !silentWords.has(word)));
  return variants.some((variant) => endsIn(names, variant) || endsIn(quiet, variant));
}

/** From the beginning of a name; in one word or in several: `line items`, `lineitems`. */
function endsIn(names: readonly (readonly string[])[], wanted: readonly string[]): boolean {
  const key = wanted.join('');
  return names.some((_, index) => names.slice(index).flat().join('') === key);
}

/** Is the delivery itself what a name calls: "the order id" of an order that is the whole delivery? */
function isItself(
  document: DeliveryDocument,
  subject: string,
  rest: readonly string[],
  path: string,
): boolean {
  const kind = kindBeside(document, path);
  if (kind !== null) return kind === subject;
  const isAddress = rest.length === 1 && addressWords.has(rest[0] ?? '');
  if (addressees.has(subject) && isAddress) return isOnlyField(document, rest[0] ?? '');
  if (people.has(subject) && !isMainEntity(document, subject))
    return document.kind === 'form' && addressees.has(subject);
  return isDeliveryItself(document, subject);
}

/** Is a place the member of what the owner named: the id beside `object: "invoice"` for "the invoice id"? */
export function isOfKind(document: DeliveryDocument, words: string, path: string): boolean {
  const [subject = '', ...rest] = wordsOf(words);
  const isEnded = rest.length > 0 && isEnding(path, rest);
  return isEnded && kindBeside(document, path) === subject;
}

/** Is the delivery as a whole what a name calls? Its event says so, or there is no event that says otherwise. */
export const isDeliveryItself = (document: DeliveryDocument, noun: string): boolean =>
  isMainEntity(document, noun) ||
  (entityNouns.has(noun) && !people.has(noun) && eventNameOf(document) === null);

const generalNouns = wordSet('event message request form');

/** What the event happened to, where it names one thing: not the customer of `customer.subscription.deleted`. */
function isMainEntity(document: DeliveryDocument, noun: string): boolean {
  if (!isSubject(document, noun)) return false;
  const words = eventWordsOf(document).map(singular);
  return words.every((word) => word === noun || generalNouns.has(word) || !entityNouns.has(word));
}

const kindCharsMax = 256;

/** What the object that holds a field says it is: `object: "invoice"`, `type: "incident"`; null where it does not. */
export function kindBeside(document: DeliveryDocument, path: string): string | null {
  const parent = path.split('.').slice(0, -1);
  for (const name of ['object', 'kind', 'type']) {
    const value = followPath(document.root, [...parent, name].join('.'));
    const kind = typeof value === 'string' ? nameWords(value.slice(0, kindCharsMax)) : '';
    if (entityNouns.has(kind)) return kind;
  }
  return null;
}

const isOnlyField = (document: DeliveryDocument, name: string): boolean =>
  fieldPaths(document).filter(({ names }) => names.at(-1)?.split(' ').includes(name)).length === 1;
