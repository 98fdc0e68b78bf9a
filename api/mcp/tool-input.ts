import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { createSchema } from 'zod-openapi';

import { pathSchema } from '../openapi/path-items.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { CallInput } from '../routing/call-operation.ts';
import type { McpTool } from './mcp-tool.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The arguments of a tool, flat: parameters of the path, the query and the headers, and members of the body. There are no others. */
export function inputSchemaOf(operation: Operation, { body, requires = [] }: McpTool) {
  const { params, query, headers } = operation;
  const shape = { ...pathSchema(params).shape, ...query?.shape, ...headers?.shape, ...body };
  const { schema } = createSchema(z.object(shape), { io: 'input' });
  const { required = [], ...rest } = asJsonSchema(schema);
  const strict = { ...rest, required: [...required, ...requires], additionalProperties: false };
  return fromJsonSchema<Arguments>(strict);
}

/** OpenAPI 3.1 writes JSON Schema; the schemas of inputs are objects without references. */
const asJsonSchema = (schema: unknown) => schema as JsonSchemaType & { readonly required?: string[] };

/** The arguments as the content of an HTTP request to the operation. */
export function callInputOf(operation: Operation, { body, bodyOf }: McpTool, args: Arguments): CallInput {
  const written = (names: object) =>
    Object.fromEntries(
      Object.keys(names)
        .filter((name) => args[name] !== undefined)
        .map((name) => [name, String(args[name])]),
    );
  const members = Object.fromEntries(
    Object.keys(body ?? {}).flatMap((name) => (name in args ? [[name, args[name]]] : [])),
  );
  return {
    params: written(operation.params),
    query: written(operation.query?.shape ?? {}),
    headers: written(operation.headers?.shape ?? {}),
    ...(body !== undefined && { body: bodyOf?.(members) ?? members }),
  };
}
