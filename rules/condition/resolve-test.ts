import { isRecord } from '../../domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { eventNameOf } from '../document/event-name.ts';
import { type FieldResult, findField } from '../document/find-field.ts';
import { followPath } from '../document/follow-path.ts';
import { nameWords } from '../document/name-words.ts';
import { quoteText } from '../language/quote.ts';
import type { Test } from './condition-tree.ts';
import { resolveField } from './resolve-field.ts';
import { entityNouns } from './vocabulary.ts';

/** The value that a test is about. For "the order is paid" that is the order's status, where the order is an object. */
export function resolveTest(
  document: DeliveryDocument,
  { field, isState, values }: Pick<Test, 'field' | 'isState' | 'values'>,
): FieldResult {
  const found = resolveField(document, field);
  const isEntity = found.state === 'missing' || (found.state === 'found' && isRecord(found.value));
  if (!isState || field.kind !== 'field' || !isEntity) return found;
  const { words } = field;
  const event = stateInEventName(document, words);
  // "the order is created" is said of an event "order.created" as well as of a status.
  if (event !== null && values.some((value) => nameWords(value) === nameWords(event.value))) return event;
  const candidates = [...findStates(document, words), ...findFlags(document, words, values)];
  const [candidate] = candidates;
  if (candidate === undefined) return event ?? found;
  if (candidates.length === 1) return candidate;
  return { state: 'ambiguous', path: words, paths: candidates.map(({ path }) => path) };
}

/** `status` or `state` of the order. */
function findStates(document: DeliveryDocument, words: string): readonly FieldResult[] {
  return ['status', 'state']
    .map((name) => findField(document, `${words} ${name}`))
    .filter((found) => found.state !== 'missing' && describes(document, words, found));
}

/** `paid: true` is the state "paid", `paid: false` the state "not paid". */
function findFlags(
  document: DeliveryDocument,
  words: string,
  values: readonly string[],
): readonly FieldResult[] {
  const [value = ''] = values;
  return values
    .map((name) => findField(document, `${words} ${name}`))
    .filter((found) => describes(document, words, found))
    .flatMap((found): FieldResult[] => {
      if (found.state !== 'found' || typeof found.value !== 'boolean') return [];
      return [{ ...found, value: found.value ? value : `not ${value}` }];
    });
}

/** Is a field one of the entity that `words` name? Its path names them, or the delivery as a whole may be one. */
function describes(document: DeliveryDocument, words: string, { path }: FieldResult): boolean {
  const subject = nameWords(words);
  return (
    entityNouns.has(subject) ||
    nameWords(eventNameOf(document)?.name ?? '').startsWith(`${subject} `) ||
    ` ${nameWords(path)} `.includes(` ${subject} `)
  );
}

/** A longer text is no name of an event, and looking for a state in it would take long. */
const eventNameCharsMax = 256;

/** The state that an event's name gives an entity: of an order, `order.created` says "created". */
function stateInEventName(
  document: DeliveryDocument,
  words: string,
): (FieldResult & { readonly state: 'found'; readonly value: string }) | null {
  const event = eventNameOf(document);
  if (event === null || event.name.length > eventNameCharsMax) return null;
  const [name, subject] = [nameWords(event.name), nameWords(words)];
  // As GitHub does it: the event is "pull_request", the action "opened".
  const action = name === subject ? followPath(document.root, 'action') : undefined;
  if (typeof action === 'string') return { state: 'found', path: 'action', value: action };
  if (!name.startsWith(`${subject} `)) return null;
  const state = name.slice(subject.length + 1);
  // As it is spelled there: `orderCreated` says "Created".
  for (let at = event.name.length - 1; at > 0; at -= 1) {
    const tail = event.name.slice(at);
    if (nameWords(tail) === state && nameWords(event.name.slice(0, at)) === subject)
      return { state: 'found', path: `${words} in ${event.path} ${quoteText(event.name)}`, value: tail };
  }
  return null;
}
