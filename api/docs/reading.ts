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
const schemasPath = '#/components/schemas/';

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

/** The names of the tokens, one of which an operation needs. */
export const schemesOf = ({ security }: DocumentedOperation): readonly string[] =>
  security.flatMap((scheme) => Object.keys(scheme));

/** The body of every refusal. It is shown once, and what is refused in this way refers to it. */
const errorName = 'Error';
const errorReference = `${schemasPath}${errorName}`;

export const isErrorReference = (schema: unknown): boolean => referenceIn(schema) === errorReference;

export const errorSchemaOf = (document: { readonly components?: unknown }): unknown =>
  Components.parse(document.components).schemas[errorName];

/** The $ref of a reference to a named schema. Every value of the document is asked: a schema for it would take long. */
function referenceIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return undefined;
  const { $ref } = value;
  return typeof $ref === 'string' && $ref.startsWith(schemasPath) ? $ref : undefined;
}

/** The schema that a guide explains, because it would fill the pages of the operations that have it. */
const inGuide = 'CustomSender';

/** Resolves a $ref; recursive references are left unresolved. */
function resolved(value: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  const reference = referenceIn(value);
  if (reference === undefined || reference === errorReference) return value;
  if (reference.startsWith(`${schemasPath}${inGuide}`)) return { type: 'object' };
  const target = schemas[reference.slice(schemasPath.length)];
  return JSON.stringify(target).includes(`"${reference}"`) ? {} : target;
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
