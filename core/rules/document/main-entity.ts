import type { DeliveryDocument } from './delivery-document.ts';
import { eventWordsOf } from './event-name.ts';
import { entityNouns } from './name-vocabulary.ts';
import { singular } from './name-words.ts';

/** Names that only wrap what a delivery is about. */
const wrappers = new Set(
  'data object payload body resource record event attributes attribute fields field properties property detail details'
    .split(' ')
    .concat('object attributes'),
);

export const isWrapper = (name: string): boolean => wrappers.has(name);

/** Does the name of the event name a thing? */
export function isAboutThing(document: DeliveryDocument): boolean {
  return eventWordsOf(document).some((word) => entityNouns.has(singular(word)) && !general.has(word));
}

const general = new Set(['event', 'message', 'form', 'request']);

const singulars = (words: string): string => ` ${words.split(' ').map(singular).join(' ')} `;
const eventWordsMax = 32;

/** Does the event of a delivery happen to what a name calls: to an issue, in `issues` and `jira:issue_updated`? */
export function isSubject(document: DeliveryDocument, name: string): boolean {
  const event = eventWordsOf(document).slice(0, eventWordsMax).join(' ');
  return name !== '' && singulars(event).includes(singulars(name));
}
