import { entityNouns, firstNouns } from '../document/name-vocabulary.ts';
import { nameWords, singular } from '../document/name-words.ts';
import { type Condition, every, type Field } from './condition-tree.ts';
import { isWrittenDate } from './instant.ts';
import { fieldOf, literal, testOf } from './make-test.ts';
import type { Parts } from './phrase.ts';
import { ownedBy } from './phrase-readers.ts';

export function changeOf(parts: Parts): Field | null {
  const field = parts.field('field');
  return field?.kind === 'field' ? { kind: 'change', words: field.words } : null;
}

const isThing = (field: Field): boolean =>
  field.kind === 'field' &&
  nameWords(field.words)
    .split(' ')
    .every((word) => entityNouns.has(singular(word)) || firstNouns.has(word));

/** It is so now, and the delivery says that it was not before. */
export function changed(parts: Parts): Condition | null {
  const said = parts.text('field') === '' ? fieldOf('status') : parts.field('field');
  const field = said !== null && isThing(said) ? fieldOf('status') : said;
  const read = parts.values('values');
  if (field?.kind !== 'field' || read === null) return null;
  const tests = [testOf(field, 'eq', read), testOf({ kind: 'change', words: field.words }, 'eq', read)];
  return every(tests.filter((each) => each !== null));
}

/** "The payment has not failed"; "when a pipeline fails" is that it failed. "The POST failed" is said of what the run sends. */
export function isNow(parts: Parts): Condition | null {
  const said = parts.text('said');
  const word = said.endsWith('s') ? said.replace(/(?<=[^e]p)s$/, 'ps').replace(/e?s$/, 'ed') : said;
  return /^(?:the )?(?:get|post|patch|put|delete|call)$/.test(parts.text('field'))
    ? null
    : testOf(parts.field('field'), 'eq', literal([word], true), true);
}

/** "Created after March 1, 2026". */
export function happenedAt(parts: Parts): Condition | null {
  const read = parts.values('values');
  if (read?.values.every(isWrittenDate) !== true) return null;
  const when = parts.text('when');
  const field = ownedBy(parts, parts.text('of') === '' && when === 'created' ? when : `${when} at`);
  const bound = parts.text('bound');
  return testOf(field, bound === 'since' ? 'gte' : bound === 'after' ? 'after' : 'before', read);
}
