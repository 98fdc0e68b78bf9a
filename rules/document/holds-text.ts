import { isList, isRecord, type JsonValue, scalarText } from '../../domain/json-value.ts';
import type { DeliveryDocument } from './delivery-document.ts';
import { nameWords } from './name-words.ts';

/** Does a text stand anywhere in a delivery, in any spelling: as a part of a value, of a header or of the body? */
export function holdsText(document: DeliveryDocument, text: string): boolean {
  const wanted = nameWords(text);
  const isNumber = /^[\d.]+$/.test(text);
  if (wanted === '') return true;
  const matches = (value: string): boolean => (isNumber ? value === text : nameWords(value).includes(wanted));
  const visit = (value: JsonValue): boolean => {
    if (isList(value)) return value.some(visit);
    if (isRecord(value)) return Object.values(value).some(visit);
    return matches(scalarText(value) ?? '');
  };
  return (
    (document.root === undefined ? matches(document.text) : visit(document.root)) ||
    Object.values(document.headers).some(matches)
  );
}
