import type { JsonRecord, JsonValue } from '#domain/json-value.ts';
import { isList, isRecord, scalarText } from '#domain/json-value.ts';

/** The members by which people call a thing. */
const nameMembers = ['name', 'displayName', 'display_name', 'login', 'title', 'label', 'summary', 'value'];
/** Another name that may have been meant. */
const otherNames = ['key', 'slug', 'code', 'handle', 'username', 'full_name', 'number'];
/** A thing with these is more than its name. */
const isSubstance = /mail|phone|first.?name|last.?name|street|city|zip|price|amount|total|quantity|currency/i;

/**
 * What people call an object such as a status or a priority: `Done` for `{"id": "3", "name": "Done"}`. Null where it has
 * no name, more than one, or is more than a name: a customer, an address, an order.
 */
export function labelOf(record: JsonRecord): string | null {
  const name = nameIn(record);
  if (name === null) return null;
  const isClear = textsOf(record, otherNames).every((other) => other === name);
  return isClear && !Object.keys(record).some((key) => isSubstance.test(key)) ? name : null;
}

/** The one text by which an object is called, whatever else it holds. */
export function nameIn(record: JsonRecord): string | null {
  const names = new Set(textsOf(record, nameMembers));
  const [name] = names;
  return names.size === 1 && name !== undefined ? name : null;
}

function textsOf(record: JsonRecord, keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => {
    const value = Object.hasOwn(record, key) ? record[key] : undefined;
    const text = value === undefined || value === null ? null : scalarText(value);
    return text === null || text.trim() === '' ? [] : [text];
  });
}

/** Objects that are all called by a name: `labels`, where the names or the objects may be wanted. */
export const areLabels = (value: JsonValue): boolean =>
  isList(value) && value.length > 0 && value.every((item) => isRecord(item) && labelOf(item) !== null);
