import type { DeliveryDocument } from './delivery-document.ts';
import { followPath } from './follow-path.ts';
import { nameWords } from './name-words.ts';

/** Where senders put the name of the event, the most specific first. */
const members = [
  'type',
  'event',
  'event_type',
  'eventType',
  'event_name',
  'eventName',
  'topic',
  'event.type',
  'event.event_type',
  'webhookEvent',
];
const headers = [
  'x-github-event',
  'x-gitlab-event',
  'x-event-key',
  'x-shopify-topic',
  'x-wc-webhook-topic',
  'x-event-type',
  'x-event-name',
  'x-topic',
  'ce-type',
];
const lastMembers = ['action', 'action.type', 'kind', 'object_kind'];
const eventWords = new Set([
  'event',
  'event type',
  'event name',
  'event kind',
  'webhook event',
  'topic',
  'event topic',
]);

export const isEventWord = (words: string): boolean => eventWords.has(words);

/** The event in the sender's word, with the path or header that names it; null where no known one does. */
export function eventNameOf(
  document: DeliveryDocument,
): { readonly path: string; readonly name: string } | null {
  return inBody(document, members) ?? inHeaders(document) ?? inBody(document, lastMembers);
}

/** A longer name is none that a sender writes. */
const eventCharsMax = 256;

/** The words of the name of the event in lower case; none where no event is named. */
export function eventWordsOf(document: DeliveryDocument): readonly string[] {
  const words = nameWords(eventNameOf(document)?.name.slice(0, eventCharsMax) ?? '');
  return words === '' ? [] : words.split(' ');
}

function inBody({ root }: DeliveryDocument, paths: readonly string[]) {
  for (const path of paths) {
    const name = followPath(root, path);
    if (typeof name === 'string' && name !== '') return { path, name };
  }
  return null;
}

function inHeaders(document: DeliveryDocument) {
  for (const header of headers) {
    const name = document.headers[header];
    if (name !== undefined && name !== '') return { path: `header ${header}`, name };
  }
  return null;
}
