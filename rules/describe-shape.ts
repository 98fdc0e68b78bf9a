import { isExactNumber, isList, isRecord, type JsonValue } from '../domain/json-value.ts';
import type { DeliveryDocument } from './document/delivery-document.ts';
import { fieldPaths } from './document/field-paths.ts';
import { followPath } from './document/follow-path.ts';

const fieldsMax = 200;
const pathCharsMax = 120;

/** Names and types of a delivery's fields, one a line; no value of it. */
export function describeShape(document: DeliveryDocument): string {
  const headers = Object.keys(document.headers).map((name) => `header ${name}: text`);
  if (document.root === undefined) return ['body text: text', ...headers].join('\n');
  const paths = fieldPaths(document).filter(({ path }) => path.length <= pathCharsMax);
  const fields = paths
    .slice(0, fieldsMax)
    // JSON keeps a name with line breaks on its line.
    .map(({ path }) => `${JSON.stringify(path).slice(1, -1)}: ${typeOf(followPath(document.root, path))}`);
  return [...fields, ...headers].join('\n');
}

function typeOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (isExactNumber(value)) return 'number';
  if (isList(value)) return `list of ${typeOf(value[0])}`;
  return isRecord(value) ? 'object' : typeof value === 'string' ? 'text' : typeof value;
}
