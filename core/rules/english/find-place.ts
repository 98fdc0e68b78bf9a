import { isSecretHeader } from '#domain/delivery-headers.ts';
import { isRecord, type JsonValue } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { type FieldResult, findField } from '../document/find-field.ts';
import { nameKey } from '../document/name-words.ts';
import { each, type Place, placeOf, placeOfSteps, type Step, valuesAt } from './place.ts';

const path = /^\p{L}[\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_$-]+|\[\d*\])+$/u;
const root = /^body\./;

/** The place that a field names: one that all samples have in common, else `field("…")`, which each delivery finds anew. */
export function findPlace(field: string, documents: readonly DeliveryDocument[]): Place | null {
  const header = /^header ([\w-]+)$/i.exec(field)?.[1]?.toLowerCase();
  if (header !== undefined) return placeOfHeader(header);
  if (/^body text$/i.test(field)) return placeOf('text', { kind: 'text' });
  const results = documents.map((document) => ({ document, found: findField(document, field) }));
  const found = placeInSamples(field, results, documents);
  if (/^event(?: type| name)?$/i.test(field) && found?.cel !== 'body.event')
    return placeOf('event', { kind: 'text' });
  if (/^reference$/i.test(field) && found === null) return placeOf('reference', { kind: 'text' });
  const steps = stepsOf(field.replace(root, ''));
  const isThere = documents.some((document) => valuesAt(document.root, steps).length > 0);
  // "Order.status" at the beginning of a sentence may be `order.status`, and `metadata` is of a thing that may be wrapped.
  if (!path.test(field) || (!isThere && (found !== null || /^(?:\p{Lu}|metadata\.)/u.test(field))))
    return found ?? placeOfWords(field, results);
  const place = placeOfSteps(steps, documents);
  return place && { ...place, isLoose: false };
}

interface Result {
  readonly document: DeliveryDocument;
  readonly found: FieldResult;
}

/** If samples show that something is called so, a delivery without it is a certain no. */
function placeOfWords(name: string, results: readonly Result[]): Place {
  const cel = `field(${JSON.stringify(name)})`;
  const isKnown = results.some(({ found }) => found.state === 'found');
  return placeOf(cel, { name, own: isKnown ? [`has(${cel})`] : [] });
}

function placeOfHeader(name: string): Place | null {
  const text = JSON.stringify(name);
  const details = { own: [`${text} in headers`], isLoose: false, kind: 'text', name } as const;
  return isSecretHeader(name) ? null : placeOf(`headers[${text}]`, details);
}

/** Null where the samples have no such field, several, or one of another name that is meant only there. */
function placeInSamples(
  words: string,
  results: readonly Result[],
  documents: readonly DeliveryDocument[],
): Place | null {
  const places = results.filter(({ found }) => found.state !== 'missing');
  const [first] = places;
  if (first === undefined) return null;
  const { path: common } = first.found;
  const isOne = places.every(({ found }) => found.state === 'found' && found.path === common);
  const isNamedSo = nameKey(common).endsWith(nameKey(words.replace(root, '')));
  const steps = isOne && isNamedSo ? stepsIn(first.document.root, common) : null;
  return steps && placeOfSteps(steps, documents);
}

/** A path as `findField` writes it, where it leads to something. */
function stepsIn(whole: JsonValue | undefined, written: string): readonly Step[] | null {
  if (isRecord(whole) && Object.hasOwn(whole, written)) return [written];
  const steps = stepsOf(written.replace(root, ''));
  return valuesAt(whole, steps).length > 0 ? steps : null;
}

const stepsOf = (written: string): readonly Step[] =>
  [...written.matchAll(/\[(\d*)\]|[^.[\]]+/g)].map(([step, index]) =>
    index === undefined ? step : index === '' ? each : Number(index),
  );
