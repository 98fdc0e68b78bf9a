import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';

import { responseHeaders } from './headers.ts';
import type { Body, Operation, Part } from './operation.ts';
import { refusalResponses } from './refusals.ts';

const tags: Readonly<Record<Part, string>> = {
  public: 'Public API',
  hooks: 'Webhooks',
  manage: 'Management',
  operator: 'Operator',
  service: 'Service',
};

const security: Readonly<Record<Part, Record<string, string[]>[]>> = {
  public: [],
  hooks: [],
  manage: [{ workspaceToken: [] }],
  operator: [{ operatorToken: [] }],
  service: [],
};

/** The operations as OpenAPI has them, by path and method. */
export function pathItems(
  operations: readonly Operation[],
  versions: { readonly hasRetired: boolean },
): ZodOpenApiPathsObject {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, ofPath]) => [
      path,
      Object.fromEntries(ofPath.map((operation) => [operation.method, operationObject(operation, versions)])),
    ]),
  );
}

function operationObject(
  operation: Operation,
  versions: { readonly hasRetired: boolean },
): ZodOpenApiOperationObject {
  const { id, part, summary, description, request, success, others = {}, query, headers } = operation;
  const path = pathParams(operation);
  return {
    operationId: id,
    tags: [tags[part]],
    summary,
    ...(description === undefined ? {} : { description }),
    security: security[part],
    requestParams: {
      ...(path === null ? {} : { path }),
      ...(query === undefined ? {} : { query }),
      ...(headers === undefined ? {} : { header: headers }),
    },
    ...(isVersioned(part) ? { parameters: [{ $ref: '#/components/parameters/ApiVersion' }] } : {}),
    ...(request === undefined
      ? {}
      : { requestBody: { required: operation.isBodyOptional !== true, content: contentOf(request) } }),
    responses: {
      [`${success.status}`]: {
        description: success.description,
        headers: responseHeaders(part, success.headers),
        ...(success.bodies === undefined ? {} : { content: contentOf(success.bodies) }),
      },
      ...Object.fromEntries(
        Object.entries(others).map(([status, other]) => [
          status,
          { description: other.description, content: contentOf(other.bodies) },
        ]),
      ),
      ...refusalResponses(operation, versions),
    },
  };
}

function pathParams({ pathParams = {} }: Operation): z.ZodObject | null {
  const params = Object.entries(pathParams).map(([name, meaning]) => [
    name,
    z.string().meta({ description: meaning }),
  ]);
  return params.length === 0 ? null : z.object(Object.fromEntries(params) as Record<string, z.ZodString>);
}

const isVersioned = (part: Part) => part === 'public' || part === 'manage' || part === 'operator';

function contentOf(bodies: readonly Body[]) {
  return Object.fromEntries(
    bodies.map(({ mediaType, schema, examples }) => [
      mediaType,
      { schema, ...(examples === undefined ? {} : { examples: { ...examples } }) },
    ]),
  );
}
