import type { ApiOperation, ReadDocument } from '#contracts/api.ts';
import { isOutboundMethod } from '#domain/outbound-method.ts';
import { nameOf, withDigest } from '../names.ts';
import { DocumentFault, PartFault } from './fault.ts';
import { isPath } from './is-path.ts';
import { parseText } from './parse-text.ts';
import { readBody } from './read-body.ts';
import { readParameters } from './read-parameters.ts';
import { createReferences, isMembers, memberOf, type Members, type References } from './references.ts';
import { lineOf } from './text.ts';

const operationsMax = 3_000;
const summaryCharsMax = 300;
const titleCharsMax = 120;
const methods = ['get', 'post', 'patch', 'delete', 'put', 'head', 'options', 'trace'] as const;

/** Reads a document of OpenAPI 3.0 or 3.1. Its servers say no more than a base path, and of its security nothing counts. Throws DocumentFault. */
export function readDocument(text: string): ReadDocument {
  const document = parseText(text);
  assertVersion(document);
  const info = memberOf(document, 'info');
  const paths = memberOf(document, 'paths');
  if (!isMembers(paths)) throw new DocumentFault('The document has no paths.');
  return {
    title: lineOf(memberOf(info, 'title'), titleCharsMax),
    version: lineOf(memberOf(info, 'version'), titleCharsMax),
    basePath: basePathOf(memberOf(document, 'servers')),
    ...readPaths(createReferences(document), paths),
  };
}

function assertVersion(document: unknown): void {
  const version = memberOf(document, 'openapi');
  if (typeof version === 'string' && /^3\.[01](?:\.|$)/.test(version)) return;
  if (memberOf(document, 'swagger') !== undefined)
    throw new DocumentFault(
      'The document is of Swagger 2.0: convert it to OpenAPI 3.0 first, as the Swagger editor does.',
    );
  throw new DocumentFault('The document is not of OpenAPI 3.0 or 3.1.');
}

function readPaths(references: References, paths: Members): Pick<ReadDocument, 'operations' | 'leftOut'> {
  const operations: ApiOperation[] = [];
  const leftOut: { operation: string; why: string }[] = [];
  const names = new Set<string>();
  for (const [path, given] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue;
    for (const [key, operation] of operationsOf(references, given)) {
      if (operations.length + leftOut.length >= operationsMax)
        throw new DocumentFault(`The document has more than ${operationsMax} operations.`);
      try {
        const read = readOperation(references, { path, key, given, operation });
        const name = names.has(read.name) ? withDigest(read.name, read) : read.name;
        if (names.has(name)) throw new PartFault('another one has its name');
        names.add(name);
        operations.push({ ...read, name });
      } catch (error) {
        if (!(error instanceof PartFault)) throw error;
        leftOut.push({ operation: `${key.toUpperCase()} ${lineOf(path, 200)}`, why: error.message });
      }
    }
  }
  return { operations, leftOut };
}

function operationsOf(references: References, given: unknown): readonly (readonly [string, Members])[] {
  const { value } = references.follow(given);
  return methods.flatMap((key) => {
    const operation = memberOf(value, key);
    return isMembers(operation) ? [[key, operation] as const] : [];
  });
}

interface Given {
  readonly path: string;
  readonly key: string;
  readonly given: unknown;
  readonly operation: Members;
}

function readOperation(references: References, { path, key, given, operation }: Given): ApiOperation {
  const method = key.toUpperCase();
  if (!isOutboundMethod(method)) throw new PartFault(`requests of agents are never ${method}`);
  if (!isPath(path)) throw new PartFault('its path is none behind a host');
  const ofPath = memberOf(references.follow(given).value, 'parameters');
  return {
    name: nameOf(operation['operationId'], { method, path }),
    method,
    path,
    summary: lineOf(operation['summary'] ?? operation['description'], summaryCharsMax),
    parameters: [...readParameters(references, { ofPath, own: operation['parameters'], path })],
    body: method === 'GET' ? null : readBody(references, operation['requestBody']),
  };
}

/** The path that all servers have. */
function basePathOf(servers: unknown): string {
  const found = (Array.isArray(servers) ? (servers as unknown[]) : []).map((server) => {
    const url = memberOf(server, 'url');
    const path = typeof url === 'string' ? url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/+$/, '') : '';
    return isPath(path) && !path.includes('{') ? path : '';
  });
  const [first = '', ...others] = found;
  return others.every((path) => path === first) ? first : '';
}
