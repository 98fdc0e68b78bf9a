import { z } from 'zod';

import { type Field, Property } from './fields.ts';

const Content = z.record(
  z.string(),
  z.object({
    schema: z.record(z.string(), z.unknown()).optional(),
    examples: z.record(z.string(), z.object({ summary: z.string(), value: z.unknown() })).optional(),
  }),
);

const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: Property.default({}),
});

export const DocumentedOperation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string().optional(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(z.union([Parameter, z.object({ $ref: z.string() })])).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content.optional() })),
});
export type DocumentedOperation = z.infer<typeof DocumentedOperation>;

const Paths = z.record(z.string(), z.record(z.string(), DocumentedOperation));

const Components = z.object({ schemas: z.record(z.string(), z.unknown()) });
const Reference = z.object({ $ref: z.string().startsWith('#/components/schemas/') });

/** The parameters of an operation, except for the shared ones, which the introduction covers. */
export function parametersOf({ parameters }: DocumentedOperation): readonly Field[] {
  return parameters
    .filter((parameter) => 'name' in parameter)
    .map(({ name, in: place, required, description, schema }) => ({
      name,
      place,
      isRequired: required,
      property: { ...schema, ...(description === undefined ? {} : { description }) },
    }));
}

/** The body of every refusal. It is shown once, and what is refused in this way refers to it. */
const errorName = 'Error';
const errorReference = `#/components/schemas/${errorName}`;

export const isErrorReference = (schema: unknown): boolean =>
  Reference.safeParse(schema).data?.$ref === errorReference;

export const errorSchemaOf = (document: { readonly components?: unknown }): unknown =>
  Components.parse(document.components).schemas[errorName];

/** Resolves a $ref; recursive references are left unresolved. */
function resolved(value: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  const { success, data } = Reference.safeParse(value);
  if (!success || isErrorReference(value)) return value;
  const target = schemas[data.$ref.slice('#/components/schemas/'.length)];
  return JSON.stringify(target).includes(`"${data.$ref}"`) ? {} : target;
}

/** One operation of the document with its method and path. */
export interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

/** The operations of an OpenAPI document, in its order, with $refs to named schemas resolved. */
export function entriesOf(document: {
  readonly paths?: unknown;
  readonly components?: unknown;
}): readonly Entry[] {
  const { schemas } = Components.parse(document.components);
  const named = (_: string, value: unknown) => resolved(value, schemas);
  const paths: unknown = JSON.parse(JSON.stringify(document.paths, named));
  return Object.entries(Paths.parse(paths)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}
