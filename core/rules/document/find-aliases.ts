import type { DeliveryDocument } from './delivery-document.ts';
import { type FieldPath, fieldPaths } from './field-paths.ts';
import { isAboutThing, isSubject, isWrapper } from './main-entity.ts';
import { nameKey, singular } from './name-words.ts';
import { codedNouns, emptyNouns, entityNouns, synonyms } from './name-vocabulary.ts';

/** More fields of other names are not looked through: the answer would be ambiguous. */
const namesMax = 4;

/**
 * Fields that words name though no field is called so: `shipping country` for `shipping_address.country_code`,
 * `phone number` for `phone`, `order status` for the `status` of a delivery that is an order.
 */
export function findAliases(document: DeliveryDocument, wanted: string): readonly FieldPath[] {
  const words = wanted.split(' ').map(singular);
  const tries = [
    () => withMoreWords(document, words),
    () => withFewerWords(document, words),
    () => withoutSubject(document, words),
  ];
  for (const find of tries) {
    const fields = find();
    if (fields.length > 0) return fields;
  }
  return [];
}

/** The fields with the fewest words more, all of which say nothing. */
function withMoreWords(document: DeliveryDocument, wanted: readonly string[]): readonly FieldPath[] {
  const allowed = codedNouns.has(wanted.at(-1) ?? '') ? new Set([...emptyNouns, 'code']) : emptyNouns;
  let fewest = Infinity;
  let found: FieldPath[] = [];
  for (const field of fieldPaths(document)) {
    const extra = wordsBeyond(field, wanted, allowed);
    if (extra === null || extra > fewest) continue;
    if (extra < fewest) found = [];
    fewest = extra;
    found.push(field);
  }
  return found;
}

/** How many words a name has beyond those wanted, which come in the same order; null where it is another name. */
function wordsBeyond(
  { names }: FieldPath,
  wanted: readonly string[],
  allowed: ReadonlySet<string>,
): number | null {
  let matched = 0;
  let extra = 0;
  // From the end: what comes before the name with the first word wanted is what the field is a member of.
  for (const name of names.slice(-namesMax).toReversed()) {
    for (const written of name.split(' ').toReversed()) {
      const word = singular(written);
      if (word === wanted[wanted.length - 1 - matched]) matched += 1;
      else if (allowed.has(word) || isWrapper(word)) extra += 1;
      else return null;
    }
    if (matched === wanted.length) return extra;
  }
  return null;
}

function endingIn(document: DeliveryDocument, wanted: readonly string[]): readonly FieldPath[] {
  const key = wanted.join('');
  return fieldPaths(document).filter(
    (field) => field.key.endsWith(key) && field.starts.includes(field.key.length - key.length),
  );
}

/** "phone number" for `phone`. */
function withFewerWords(document: DeliveryDocument, wanted: readonly string[]): readonly FieldPath[] {
  const last = wanted.at(-1) ?? '';
  return wanted.length > 1 && (emptyNouns.has(last) || last === 'number')
    ? endingIn(document, wanted.slice(0, -1))
    : [];
}

/** "the order status" of a delivery that is an order itself: `status` at its top, and no other `order` in it. */
function withoutSubject(document: DeliveryDocument, wanted: readonly string[]): readonly FieldPath[] {
  const [subject = '', ...rest] = wanted;
  // An order number is no number of an incident.
  const isWhole = isSubject(document, subject) || (entityNouns.has(subject) && !isAboutThing(document));
  if (rest.length === 0 || !isWhole) return [];
  const isNamed = fieldPaths(document).some(({ names }) =>
    names.some((name) => singular(name) === subject && !isWrapper(name)),
  );
  if (isNamed && !isSubject(document, subject)) return [];
  return endingIn(document, rest).filter(({ names, starts, key }) =>
    names.every(
      (name, index) => (starts[index] ?? 0) >= key.length - rest.join('').length || isWrapper(name),
    ),
  );
}

interface Synonym {
  readonly key: string;
  readonly fields: readonly FieldPath[];
}

/** "author" for `user`, where nothing is called as the owner wrote: enough for a test, not for what is sent on. */
export function findSynonyms(document: DeliveryDocument, wanted: string): readonly Synonym[] {
  const words = wanted.split(' ').map(singular);
  const others = [
    ...othersOf(words.join(' ')),
    ...(words.length < 2
      ? []
      : [
          ...othersOf(words.at(-1) ?? '').map((last) => [...words.slice(0, -1), last].join(' ')),
          ...othersOf(words[0] ?? '').map((first) => [first, ...words.slice(1)].join(' ')),
        ]),
  ];
  return [...new Set(others)]
    .filter((other) => other !== words.join(' '))
    .map((other) => ({ key: nameKey(other), fields: endingIn(document, other.split(' ')) }))
    .filter(({ fields }) => fields.length > 0);
}

/** "Whoever it is from" is all of them that stand there; another name is the first of them. */
export const isAnyOf = (words: string): boolean => words.startsWith('who ');

const othersOf = (name: string): readonly string[] =>
  synonyms.find(([first, ...others]) => first === name || (others.includes(name) && !isAnyOf(first ?? ''))) ??
  [];
