import type { TurnDelivery } from '#contracts/turn.ts';
import { withoutSecretHeaders } from '#domain/delivery-headers.ts';
import { isExactNumber, isList, isRecord, type JsonValue } from '#domain/json-value.ts';
import type { ConditionInput } from './cel/evaluation.ts';
import { writeMember } from './cel/format.ts';
import type { DeliveryDocument } from './document/delivery-document.ts';
import { fieldPaths } from './document/field-paths.ts';
import { followPath } from './document/follow-path.ts';
import { seenValues } from './document/seen-values.ts';
import { inputOf } from './judge-condition.ts';

const fieldsMax = 300;
const fieldsOfOneMax = 200;
const headersMax = 50;
const pathCharsMax = 120;
const namesMax = 10;
/** Of a list, so many items are looked at. */
const itemsMax = 50;
/** A name of a field: a few words. What reads like a sentence is meant for a reader, not for a program. */
const fieldName = /^(?:\[\])+$|^[\p{L}\p{N}_$@#:-]{1,64}(?: [\p{L}\p{N}_$@#:-]{1,64}){0,3}(?:\[\])*$/u;

const isNamed = (path: string): boolean => {
  const names = path.split('.');
  return (
    path.length <= pathCharsMax && names.length <= namesMax && names.every((name) => fieldName.test(name))
  );
};

interface Seen {
  readonly types: Set<string>;
  readonly texts: string[];
  deliveries: number;
}

/**
 * The fields of deliveries, one a line: its path as a condition spells it, types, in how many of them it is, and the values of
 * what looks like an enumeration. No other value of theirs, and no name that is none. The fields of the first delivery come
 * first.
 */
export function describeShapes(deliveries: readonly TurnDelivery[]): string {
  const fields = new Map<string, Seen>();
  for (const { document, event } of deliveries.map(inputOf)) {
    const known = [...eventOf(event), ...namedFields(document), ...headersOf(document)];
    for (const [path, value] of known) note(fields, path, value);
  }
  return [...fields]
    .slice(0, fieldsMax)
    .map(([path, seen]) => `${path}: ${describeSeen(path, seen, deliveries.length)}`)
    .join('\n');
}

type Field = readonly [path: string, value: JsonValue | undefined];

const eventOf = (event: ConditionInput['event']): readonly Field[] =>
  typeof event === 'string' ? [['event', event]] : [];

function namedFields(document: DeliveryDocument): readonly Field[] {
  const { root, text } = document;
  if (root === undefined) return [['text', text]];
  return fieldPaths(document)
    .filter(({ path }) => isNamed(path))
    .slice(0, fieldsOfOneMax)
    .map(({ path }) => [spelled(path), followPath(root, path)]);
}

/** `order.Line items[].sku` as `body.order["Line items"][].sku`. */
const spelled = (path: string): string =>
  path.split('.').reduce((whole, part) => {
    const name = part.replace(/(?:\[\])+$/, '');
    return whole + (name === '' ? '' : writeMember(name)) + part.slice(name.length);
  }, 'body');

const headersOf = ({ headers }: DeliveryDocument): readonly Field[] =>
  Object.entries(withoutSecretHeaders(headers))
    .filter(([name]) => name.length <= pathCharsMax)
    .slice(0, headersMax)
    .map(([name, value]) => [`headers[${JSON.stringify(name)}]`, value]);

function note(fields: Map<string, Seen>, path: string, value: JsonValue | undefined): void {
  const seen = fields.get(path) ?? { types: new Set(), texts: [], deliveries: 0 };
  fields.set(path, seen);
  seen.types.add(typeOf(value));
  seen.deliveries += 1;
  for (const item of isList(value) ? value.slice(0, itemsMax) : [value])
    if (typeof item === 'string') seen.texts.push(item);
}

function describeSeen(path: string, { types, texts, deliveries }: Seen, of: number): string {
  const values = path === 'text' ? [] : seenValues(path, texts);
  return [
    [...types].join(' or '),
    ...(deliveries < of ? [`in ${deliveries} of ${of}`] : []),
    ...(values.length > 0 ? [`seen: ${values.map((value) => JSON.stringify(value)).join(', ')}`] : []),
  ].join(', ');
}

function typeOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (isExactNumber(value)) return 'number';
  if (isList(value)) return `list of ${typeOf(value[0])}`;
  return isRecord(value) ? 'object' : typeof value === 'string' ? 'text' : typeof value;
}
