import { isList, isRecord, type JsonValue, scalarText } from '#domain/json-value.ts';
import type { DeliveryDocument } from './delivery-document.ts';
import { nameWords } from './name-words.ts';

/** Does a text stand anywhere in a delivery, in any spelling: as a part of a value, of a header or of the body? */
export function holdsText(document: DeliveryDocument, text: string): boolean {
  const wanted = nameWords(text);
  const isNumber = /^[\d.]+$/.test(text);
  return (
    wanted === '' ||
    holds(document, (value) => (isNumber ? value === text : nameWords(value).includes(wanted)))
  );
}

/** As {@link holdsText}, but as words of their own: "API" in "Public API", not in "rapid". */
export function holdsWords(document: DeliveryDocument, text: string): boolean {
  const wanted = nameWords(text);
  return wanted === '' || holds(document, (value) => ` ${nameWords(value)} `.includes(` ${wanted} `));
}

function holds(document: DeliveryDocument, matches: (value: string) => boolean): boolean {
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
