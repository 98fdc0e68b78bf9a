import type { DeliveryDocument } from '../document/delivery-document.ts';
import { findField, type FieldResult } from '../document/find-field.ts';
import { holdsText } from '../document/holds-text.ts';
import { nameKey, nameWords, singular } from '../document/name-words.ts';
import type { Test } from './condition-tree.ts';

/** "Only order.created": a name of an event that the owner wrote without quotation marks. */
export const isEventTest = ({ field, isBare }: Test, wanted: string): boolean =>
  isBare === true && field.kind === 'field' && field.words === 'event' && /[._:/-]/.test(wanted);

/**
 * Is the event the one that is named: `order.created`, or `issues.opened` for `issues` with that action? Null where the
 * name may be of something else: a domain, a repository, "pre-releases".
 */
export function compareEvent(text: string, wanted: string, document: DeliveryDocument): boolean | null {
  const action = textOf(findField(document, 'action'));
  const [own, other] = [nameKey(text), nameKey(wanted)];
  if (other === own || other === nameKey(`${text} ${action}`)) return true;
  if (other.startsWith(own) || own.startsWith(other))
    return action !== '' && other.startsWith(own) ? false : null;
  // "Ignore order.isGift" names a field.
  if (findField(document, wanted).state !== 'missing') return null;
  const isAlike = marksOf(text) === marksOf(wanted) || firstWord(text) === firstWord(wanted);
  return isAlike && !holdsText(document, wanted) ? false : null;
}

const textOf = (found: FieldResult): string =>
  found.state === 'found' && typeof found.value === 'string' ? found.value : '';

/** What parts the words of a name: senders write all names of their events alike. */
const marksOf = (name: string): string => [...new Set(name.match(/[._:/-]/g) ?? [])].join('');
const firstWord = (name: string): string => singular(nameWords(name).split(' ')[0] ?? '');
