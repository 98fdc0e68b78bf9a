import { isList, isRecord, type JsonRecord, type JsonValue } from '#domain/json-value.ts';
import type { DeliveryDocument } from './delivery-document.ts';
import { eventNameOf } from './event-name.ts';
import { type FieldResult, findTested } from './find-field.ts';
import { followPath } from './follow-path.ts';
import { nameKey } from './name-words.ts';

/** Where senders say what was changed: a list of changes, or the values before. */
const changeLists = ['changelog.items', 'changes'];
const before = ['updatedFrom', 'data.previous_attributes', 'changes', 'previous', 'previous_attributes'];

/** What a field was changed to: null where another was, missing where the delivery does not say what was changed. */
export function findChange(document: DeliveryDocument, words: string): FieldResult {
  const path = `the change of ${words}`;
  const wanted = namesOf(words);
  for (const list of changeLists) {
    const items = followPath(document.root, list);
    if (!isList(items) || !items.some(isRecord)) continue;
    const item = items
      .filter(isRecord)
      .find((each) => wanted.includes(nameKey(text(each['field'] ?? each['name']))));
    return item === undefined ? { state: 'missing', path } : { state: 'found', path, value: newValue(item) };
  }
  for (const place of before) {
    const record = followPath(document.root, place);
    if (!isRecord(record)) continue;
    if (Object.keys(record).some((name) => wanted.includes(nameKey(name))))
      return { ...findTested(document, words), path };
  }
  const event = nameKey(eventNameOf(document)?.name.slice(0, 256) ?? '');
  const current = followPath(document.root, 'event.current');
  if (event.endsWith(`${nameKey(words)}changed`) && current !== undefined)
    return { state: 'found', path, value: current };
  return { state: 'missing', path };
}

/** "status" for `status`, `stateId` and the like. */
const namesOf = (words: string): readonly string[] => {
  const key = nameKey(words);
  const others = key === 'status' || key === 'state' ? ['status', 'state'] : [key];
  return others.flatMap((each) => [each, `${each}id`]);
};

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const newNames = ['tostring', 'to', 'new', 'after', 'current', 'newvalue', 'value'];

const newValue = (item: JsonRecord): JsonValue => {
  const names = Object.keys(item);
  const name = newNames.flatMap((each) => names.find((own) => nameKey(own) === each) ?? [])[0];
  return name === undefined ? item : (item[name] ?? null);
};
