import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';

import type { Role } from '#contracts/token.ts';
import type { BodyReader } from '../body/body-reader.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { PathParams } from '../operations/path-params.ts';
import type { Access } from '../operations/request.ts';
import { answerResponses } from './answer-responses.ts';
import { refusalResponses } from './refusals.ts';

const tags: Readonly<Record<Access, string>> = {
  public: 'Public API',
  hook: 'Webhooks',
  owner: 'Management',
  ownerOrOperator: 'Management',
  operator: 'Operator',
  service: 'Service',
};
const security: Readonly<Record<Access, Record<string, string[]>[]>> = {
  public: [],
  hook: [],
  owner: [{ workspaceToken: [] }],
  ownerOrOperator: [{ workspaceToken: [] }],
  operator: [{ operatorToken: [] }],
  service: [],
};

/** The operations as OpenAPI path items, by path and method. */
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
  const { id, access, summary, params, query, headers, body } = operation;
  const description = descriptionOf(operation);
  return {
    operationId: id,
    tags: [tags[access]],
    summary,
    ...(description === undefined ? {} : { description }),
    security: security[access],
    requestParams: {
      ...(Object.keys(params).length === 0 ? {} : { path: pathSchema(params) }),
      ...(query === undefined ? {} : { query }),
      ...(headers === undefined ? {} : { header: headers }),
    },
    ...(isVersioned(access) ? { parameters: [{ $ref: '#/components/parameters/ApiVersion' }] } : {}),
    ...(body === undefined
      ? {}
      : { requestBody: { required: body.isOptional !== true, content: requestContent(body) } }),
    responses: { ...answerResponses(operation), ...refusalResponses(operation, versions) },
  };
}

const whoMay: Readonly<Record<Role, string | null>> = {
  viewer: null,
  approver: 'Needs a token with the role `approver`, `editor` or `owner`.',
  editor: 'Needs a token with the role `editor` or `owner`.',
  owner: 'Needs a token with the role `owner`.',
};

function descriptionOf({ description, role }: Operation): string | undefined {
  const who = role === undefined ? null : whoMay[role];
  if (who === null) return description;
  return description === undefined ? who : `${description}\n\n${who}`;
}

export function pathSchema(params: PathParams): z.ZodObject {
  const members = Object.entries(params).map(([name, { description, shape }]) => [
    name,
    (shape === undefined ? z.string() : z.string().regex(shape.pattern)).meta({ description }),
  ]);
  return z.object(Object.fromEntries(members) as Record<string, z.ZodString>);
}

const requestContent = ({ content }: BodyReader<unknown>) =>
  Object.fromEntries(
    Object.entries(content).map(([mediaType, { schema, examples }]) => [
      mediaType,
      { schema, ...(examples && { examples: { ...examples } }) },
    ]),
  );

const isVersioned = (access: Access) => access !== 'hook' && access !== 'service';
