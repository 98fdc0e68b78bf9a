import { entityNouns, firstNouns } from '../document/name-vocabulary.ts';
import { nameWords, singular } from '../document/name-words.ts';
import { type Condition, every, type Field } from './condition-tree.ts';
import type { Parts } from './phrase.ts';
import { denied, fieldOf, ownedBy, test } from './phrase-readers.ts';
import { isWrittenDate } from './instant.ts';

export function changeOf(parts: Parts): Field | null {
  const field = parts.field('field');
  return field?.kind === 'field' ? { kind: 'change', words: field.words } : null;
}

/** It is so now, and the delivery says that it was not before. */
export function changed(parts: Parts): Condition | null {
  const said = parts.text('field') === '' ? null : parts.field('field');
  if (said === null && parts.text('field') !== '') return null;
  const isThing =
    said?.kind === 'field' &&
    nameWords(said.words)
      .split(' ')
      .every((word) => entityNouns.has(singular(word)) || firstNouns.has(word));
  const field = said === null || isThing ? fieldOf('status') : said;
  const now = field?.kind === 'field' ? test(field, 'eq', parts.values('values')) : null;
  const change =
    field?.kind === 'field'
      ? test({ kind: 'change', words: field.words }, 'eq', parts.values('values'))
      : null;
  return now === null || change === null ? null : every([now, change]);
}

export function stateOf(parts: Parts): Condition | null {
  const word = parts.text('values');
  const isDenied = word.startsWith('not ');
  return denied(isDenied, isNow(parts, isDenied ? word.slice('not '.length) : word));
}

/** "When a pipeline fails": it failed. */
export function happens(parts: Parts): Condition | null {
  const done = parts.text('does').replace(/(?:e?s)$/, '');
  return isNow(parts, done === 'end' ? 'ended' : /[^e]p$/.test(done) ? `${done}ped` : `${done}ed`);
}

/** "The POST failed" is said of what the run sends. */
const isNow = (parts: Parts, word: string): Condition | null =>
  /^(?:the )?(?:get|post|patch|put|delete|call)$/.test(parts.text('field'))
    ? null
    : test(parts.field('field'), 'eq', { values: [word], isBare: true, unit: undefined }, true);

/** "Created after March 1, 2026". */
export function happenedAt(parts: Parts): Condition | null {
  const read = parts.values('values');
  if (read?.values.every(isWrittenDate) !== true) return null;
  const field = ownedBy(
    parts,
    parts.text('of') === '' && parts.text('when') === 'created' ? 'created' : `${parts.text('when')} at`,
  );
  const bound = parts.text('bound');
  return test(field, bound === 'since' ? 'gte' : bound === 'after' ? 'after' : 'before', read);
}
