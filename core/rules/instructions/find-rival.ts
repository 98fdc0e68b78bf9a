import type { DeliveryDocument } from '../document/delivery-document.ts';
import { type FieldPath, fieldPaths } from '../document/field-paths.ts';
import { followPath } from '../document/follow-path.ts';
import { isSubject, isWrapper } from '../document/main-entity.ts';
import { nameWords } from '../document/name-words.ts';

/** Of "the country", the `account_country` that stands nearer to the top than `customer_address.country`. */
export function rivalOf(document: DeliveryDocument, words: string, path: string): string | null {
  const wanted = nameWords(words);
  if (wanted.includes(' ')) return null;
  const parents = path.split('.').slice(0, -1).map(nameWords);
  const things = parents.filter((name) => !isWrapper(name));
  const depth = parents.length + (things.every((name) => isSubject(document, name)) ? 0 : 1);
  const value = textAt(document, path);
  // In a thing, the field of another thing that is called just so and holds something else is meant as likely.
  const isNamesake = ({ path: each, names }: FieldPath): boolean =>
    things.length > 0 &&
    each.split('.').length <= parents.length + 2 &&
    names.at(-1) === wanted &&
    !each.includes('[]') &&
    textAt(document, each) !== value;
  const isFuller = ({ path: each, names }: FieldPath): boolean =>
    each.split('.').length <= depth && names.at(-1)?.endsWith(` ${wanted}`) === true;
  const rival = fieldPaths(document).find(
    (field) => field.path !== path && (isNamesake(field) || isFuller(field)),
  );
  return rival?.path ?? null;
}

/** Of "the id" of an event, the `resource.id` of what it wraps, where that is another. */
export function wrappedRivalOf(document: DeliveryDocument, words: string): string | null {
  const rival = fieldPaths(document).find(
    ({ path, names }) =>
      names.length > 1 &&
      names.at(-1) === nameWords(words) &&
      names.slice(0, -1).every(isWrapper) &&
      textAt(document, path) !== textAt(document, words),
  );
  return rival?.path ?? null;
}

export const textAt = (document: DeliveryDocument, path: string): string =>
  JSON.stringify(followPath(document.root, path) ?? null);
