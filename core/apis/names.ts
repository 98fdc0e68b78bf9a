import type { ApiOperation, OfferedOperation } from '#contracts/api.ts';
import { shortDigest } from '#domain/digest.ts';

/** An API is named without `_`, which separates it from its operation in the name of a tool. */
export const apiNamePattern = /^[a-z][a-z0-9-]{0,19}$/;

/** With the name of its API and what separates them, as long as providers let the name of a tool be. */
const nameCharsMax = 43;
const digestChars = 6;

/** The name of an operation: the same for the same id, method and path, whatever else the document has. */
export function nameOf(
  operationId: unknown,
  { method, path }: Pick<ApiOperation, 'method' | 'path'>,
): string {
  const given = typeof operationId === 'string' ? operationId : `${method.toLowerCase()}${path}`;
  const name = given.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return name.length > 0 && name.length <= nameCharsMax ? name : withDigest(name, { method, path });
}

/** For a name that is too long, or taken. */
export const withDigest = (name: string, { method, path }: Pick<ApiOperation, 'method' | 'path'>): string =>
  `${name.slice(0, nameCharsMax - digestChars - 1)}-${shortDigest(`${method} ${path}`)
    .replaceAll(/[^A-Za-z0-9]/g, '0')
    .slice(0, digestChars)}`;

/** The name of an offered operation, such as `github.issues-create`. */
export const operationNameOf = ({ api, operation }: Pick<OfferedOperation, 'api' | 'operation'>): string =>
  `${api}.${operation.name}`;
