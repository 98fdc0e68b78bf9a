import { isSecretHeader } from '#domain/delivery-headers.ts';
import { isRecord, type JsonValue } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { findField } from '../document/find-field.ts';
import { nameKey } from '../document/name-words.ts';
import { each, type Place, placeOf, placeOfSteps, type Step, valuesAt } from './place.ts';
import type { Test } from './tree.ts';

const path = /^(?:[\p{L}_$][\p{L}\p{N}_$-]*)(?:\.[\p{L}\p{N}_$-]+|\[\d*\])+$/u;
const eventNames = /^event(?: type| name)?$/i;

/** The place that a field names: one that all samples have in common, else `field("…")`, which each delivery finds anew. */
export function findPlace(
  { field, isQuoted, isCapitalised }: Test,
  documents: readonly DeliveryDocument[],
): Place | null {
  const header = /^header ([\w-]+)$/i.exec(field)?.[1]?.toLowerCase();
  if (header !== undefined && !isQuoted) return placeOfHeader(header);
  if (/^body text$/i.test(field)) return placeOf('text', { kind: 'text' });
  const found = placeInSamples(field, documents);
  if (eventNames.test(field) && found?.cel !== 'body.event') return placeOf('event', { kind: 'text' });
  if (/^reference$/i.test(field) && found === null) return placeOf('reference', { kind: 'text' });
  const written = path.test(field) && !isQuoted ? stepsOf(field.replace(/^(?:body|\$)\./, '')) : null;
  if (written === null) return found ?? placeOf(`field(${JSON.stringify(field)})`, { name: field });
  const isThere = documents.some(({ root }) => valuesAt(root, written).length > 0);
  if (!isThere && found !== null) return found;
  // "Items" at the beginning of a sentence may be `items`.
  if (!isThere && isCapitalised) return placeOf(`field(${JSON.stringify(field)})`, { name: field });
  const place = placeOfSteps(written, documents);
  return place === null || /^(?:body|\$)\./.test(field) === false ? place : { ...place, isLoose: false };
}

function placeOfHeader(name: string): Place | null {
  const cel = `headers[${JSON.stringify(name)}]`;
  const own = [`${JSON.stringify(name)} in headers`];
  return isSecretHeader(name) ? null : placeOf(cel, { own, kind: 'text', name });
}

/** Null where the samples have no such field, several, or one of another name that is meant only there. */
function placeInSamples(words: string, documents: readonly DeliveryDocument[]): Place | null {
  const results = documents.map((document) => ({ document, found: findField(document, words) }));
  if (results.some(({ found }) => found.state === 'ambiguous')) return null;
  const places = results.filter(({ found }) => found.state === 'found');
  const [first] = places;
  if (first === undefined || places.some(({ found }) => found.path !== first.found.path)) return null;
  if (!nameKey(first.found.path).endsWith(nameKey(words.replace(/^(?:body|\$)\./, '')))) return null;
  const steps = places.map(({ document, found }) => stepsIn(document.root, found.path))[0] ?? null;
  return steps === null ? null : placeOfSteps(steps, documents);
}

/** A path as `findField` writes it, where it leads to something. */
function stepsIn(root: JsonValue | undefined, written: string): readonly Step[] | null {
  if (isRecord(root) && Object.hasOwn(root, written)) return [written];
  const steps = stepsOf(written.replace(/^body\./, ''));
  return valuesAt(root, steps).length > 0 ? steps : null;
}

const stepsOf = (written: string): readonly Step[] =>
  [...written.matchAll(/\[(\d*)\]|[^.[\]]+/g)].map(([step, index]) =>
    index === undefined ? step : index === '' ? each : Number(index),
  );
