import { isExactNumber, isList, isRecord, type JsonValue } from '../domain/json-value.ts';
import type { DeliveryDocument } from './document/delivery-document.ts';
import { fieldPaths } from './document/field-paths.ts';
import { followPath } from './document/follow-path.ts';

const fieldsMax = 200;
const headersMax = 50;
const pathCharsMax = 120;
const namesMax = 10;
/** A name of a field: a few words. What reads like a sentence is meant for a reader, not for a program. */
const fieldName = /^(?:\[\])+$|^[\p{L}\p{N}_$@#:-]{1,64}(?: [\p{L}\p{N}_$@#:-]{1,64}){0,3}(?:\[\])*$/u;

const isNamed = (path: string): boolean => {
  const names = path.split('.');
  return (
    path.length <= pathCharsMax && names.length <= namesMax && names.every((name) => fieldName.test(name))
  );
};

/** Names and types of a delivery's fields, one a line; no value of it, and no name that is none. */
export function describeShape(document: DeliveryDocument): string {
  const headers = Object.keys(document.headers)
    .filter((name) => name.length <= pathCharsMax)
    .slice(0, headersMax)
    .map((name) => `header ${name}: text`);
  if (document.root === undefined) return ['body text: text', ...headers].join('\n');
  const fields = fieldPaths(document)
    .filter(({ path }) => isNamed(path))
    .slice(0, fieldsMax)
    .map(({ path }) => `${path}: ${typeOf(followPath(document.root, path))}`);
  return [...fields, ...headers].join('\n');
}

function typeOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (isExactNumber(value)) return 'number';
  if (isList(value)) return `list of ${typeOf(value[0])}`;
  return isRecord(value) ? 'object' : typeof value === 'string' ? 'text' : typeof value;
}
