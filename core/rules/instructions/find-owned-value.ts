import type { DeliveryDocument } from '../document/delivery-document.ts';
import { fieldPaths } from '../document/field-paths.ts';
import { nameWords, singular } from '../document/name-words.ts';
import { findValue, type FoundValue, unknown } from './find-value.ts';
import { isNamedWithOwner } from './is-named-by.ts';
import type { Value } from './program.ts';

/**
 * The value of a field whose owner was said of a name beside it: "the customer's email and name" is the customer's name,
 * and never the name of something else.
 */
export function findOwnedValue(document: DeliveryDocument, { field, owner }: Value): FoundValue {
  if (owner === null || field.kind !== 'field') return findValue(document, field);
  const plain = findValue(document, field);
  if (plain.state === 'found' && isNamedWithOwner(field.words, plain.path)) return plain;
  const owned = findValue(document, { kind: 'field', words: `${owner.words} ${field.words}` });
  if (owned.state === 'unknown' && !isMissing(document, owner.words, field.words)) return owned;
  if (owned.state === 'found') {
    const isClear = owner.isCertain || plain.state === 'unknown' || isSame(owned, plain);
    return isClear ? owned : unknown(`${field.words} may be ${owned.path} or ${plain.path}`);
  }
  // A name of several words says itself what it is about: "the customer's email, order id and total price".
  const isOwn = !owner.isCertain || field.words.trim().includes(' ');
  return isOwn ? plain : unknown(`the delivery has no ${field.words} of the ${owner.words}`);
}

const isSame = (one: FoundValue, other: FoundValue): boolean =>
  one.state === 'found' &&
  other.state === 'found' &&
  JSON.stringify(one.value) === JSON.stringify(other.value);

/** Has the owner nothing of this name, nor anything near it: of a name, no first and last name? */
function isMissing(document: DeliveryDocument, owner: string, words: string): boolean {
  const wanted = nameWords(words).split(' ').map(singular);
  const whose = nameWords(owner).split(' ').map(singular).at(-1) ?? '';
  return !fieldPaths(document).some(({ names }) => {
    const [last = '', ...before] = names.toReversed();
    const isOwners = before.some((name) => name.split(' ').map(singular).at(-1) === whose);
    return (
      isOwners &&
      last
        .split(' ')
        .map(singular)
        .some((word) => wanted.includes(word))
    );
  });
}
