import type { Readable } from 'node:stream';

import type { z } from 'zod';

import type { Examples, JsonSchema } from '../openapi/examples.ts';

interface Described {
  readonly description: string;
  /** Names of additional response headers. */
  readonly headers?: readonly string[];
}
interface JsonAnswer<S extends z.ZodType> extends Described {
  readonly kind: 'json';
  readonly schema: S;
  readonly examples?: Examples;
}
/** Media types of files; the charset of text is added on sending. */
type MediaType =
  | 'application/json'
  | 'application/jsonl'
  | 'application/octet-stream'
  | 'application/pdf'
  | 'text/csv'
  | 'text/html'
  | 'text/plain'
  | 'text/xml';

/** A response of raw bytes. Prepared JSON text is described by its schema. */
interface FileAnswer<T> extends Described {
  readonly kind: 'file';
  readonly types: T;
}
type FileTypes = Readonly<Partial<Record<MediaType, z.ZodType | JsonSchema>>>;
interface EmptyAnswer extends Described {
  readonly kind: 'empty';
}
export type AnswerSpec = JsonAnswer<z.ZodType> | FileAnswer<FileTypes> | EmptyAnswer;
/** The responses of an operation beside its refusals, by status. 422: a verdict that a script takes for a failure. */
export type Answers = Readonly<Partial<Record<200 | 201 | 202 | 204 | 303 | 422, AnswerSpec>>>;

export const json = <S extends z.ZodType>(
  description: string,
  schema: S,
  more: { readonly examples?: Examples; readonly headers?: readonly string[] } = {},
): JsonAnswer<S> => ({ kind: 'json', description, schema, ...more });

/** Declares a response of bytes in one of several media types. */
export const file = <T extends FileTypes>(
  description: string,
  types: T,
  headers: readonly string[] = [],
): FileAnswer<T> => ({ kind: 'file', description, types, headers });

export const empty = (description: string, headers: readonly string[] = []): EmptyAnswer => ({
  kind: 'empty',
  description,
  headers,
});

interface WithHeaders<S> {
  readonly status: S;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Bytes<T extends MediaType> {
  readonly type: T;
  readonly file: Readable | Buffer | string;
  readonly sizeBytes?: number;
  /** Makes the response a download with this name. */
  readonly fileName?: string;
  /** `file` compressed, for clients that accept gzip. */
  readonly gzip?: Buffer;
}
type SentFile<S, T extends MediaType> = WithHeaders<S> & Bytes<T>;

/** The content of a declared {@link file} response; the handler adds the status. */
export const bytes = <T extends MediaType>(
  type: T,
  content: Readable | Buffer | string,
  more: Omit<Bytes<T>, 'type' | 'file'> = {},
): Bytes<T> => ({ type, file: content, ...more });

interface SentJson<S, B> extends WithHeaders<S> {
  readonly body: B;
}
type Sent<S, Spec> =
  Spec extends JsonAnswer<infer Schema>
    ? SentJson<S, Immutable<z.input<Schema>>>
    : Spec extends FileAnswer<infer Types>
      ? SentFile<S, keyof Types & MediaType>
      : WithHeaders<S>;

/** The return value of a handler: a declared status with a body that matches its schema. */
export type SentAnswer<A extends Answers> = { [S in keyof A]: Sent<S, A[S]> }[keyof A];
export type AnySentFile = WithHeaders<number> & Omit<Bytes<MediaType>, 'type'> & { readonly type: string };
/** Any response, as it is sent. */
export type AnySentAnswer = SentJson<number, unknown> | AnySentFile | WithHeaders<number>;

type Immutable<T> = T extends (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;
