import { z } from 'zod';

/** The operations of other people's APIs, as documents describe them and owners choose them. */

export const operationsChosenMax = 60;
export const apisMax = 20;
export const documentBytesMax = 20_000_000;

export const Effect = z
  .enum(['read', 'write'])
  .describe(
    'Whether it changes something, as its owner says: `write` until then, whatever its method. A policy that asks for approvals of writes goes by it.',
  );
export type Effect = z.infer<typeof Effect>;

/** The operation that a request was written by. */
export const CalledOperation = z.object({
  name: z.string().describe('The API and its operation, such as `github.issues-create`.'),
  effect: Effect,
});
export type CalledOperation = z.infer<typeof CalledOperation>;

/** JSON Schema in the few keywords that the reader of documents leaves. */
export const PartSchema = z.record(z.string(), z.unknown());
export type PartSchema = z.infer<typeof PartSchema>;

const Parameter = z.object({
  name: z.string().describe('Its name in the request.'),
  argument: z.string().describe('Its name among the arguments of a call.'),
  in: z.enum(['path', 'query', 'header']).describe('Its place in the request.'),
  isRequired: z.boolean().describe('Whether a call has to give it.'),
  style: z
    .enum(['repeated', 'joined', 'nested'])
    .describe(
      'How a list is written: as one parameter each, or with commas. `nested`: an object, its members in brackets.',
    ),
  schema: PartSchema.describe('JSON Schema of its value.'),
});
export type Parameter = z.infer<typeof Parameter>;

const Body = z.object({
  type: z.enum(['json', 'form']).describe('How it is written.'),
  isRequired: z.boolean().describe('Whether a call has to give it.'),
  schema: PartSchema.describe('Empty: any JSON.'),
});

/** The path of an operation, as its document has it; everything else of it is data too. */
export const ApiOperation = z.object({
  name: z.string().describe('Its name within the API: the `operationId`, in letters, digits, `_` and `-`.'),
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
  path: z.string().describe('The path behind the base path, with `{parameters}`.'),
  summary: z.string().describe('The summary in the document, at most 300 characters. Text of others.'),
  parameters: z.array(Parameter).describe('Its parameters, the body apart.'),
  body: Body.nullable().describe('Null: it has none.'),
});
export type ApiOperation = z.infer<typeof ApiOperation>;

export const ChosenOperation = ApiOperation.extend({ effect: Effect });
export type ChosenOperation = z.infer<typeof ChosenOperation>;

const facts = {
  title: z.string().describe('The title in the document. Text of others.'),
  version: z.string().describe('The version that the document says it has.'),
};

/** A document as it was read. */
export const ReadDocument = z.object({
  ...facts,
  basePath: z.string().describe('The path that all its servers have. Empty: none, or different ones.'),
  operations: z.array(ApiOperation),
  leftOut: z.array(z.object({ operation: z.string(), why: z.string() })),
});
export type ReadDocument = z.infer<typeof ReadDocument>;

const Version = z.object({ ...facts, digest: z.string(), storedAt: z.number() });

/** An API of an agent, as it is stored; the operations that were not chosen are kept beside it. */
export const StoredApi = z.object({
  id: z.string(),
  name: z.string(),
  /** Such as `https://api.example.com`: all its requests go there. */
  origin: z.string(),
  basePath: z.string(),
  document: Version,
  /** A newer document, which counts once it is accepted. */
  next: Version.nullable(),
  operations: z.array(ChosenOperation),
  createdAt: z.number(),
});
export type StoredApi = z.infer<typeof StoredApi>;

/** An operation that is offered to an agent. */
export interface OfferedOperation extends Pick<StoredApi, 'origin' | 'basePath'> {
  readonly api: string;
  readonly operation: ChosenOperation;
}
