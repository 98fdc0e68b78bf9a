import type { Readable } from 'node:stream';

import type { z } from 'zod';

import type { Examples, JsonSchema } from '../openapi/examples.ts';

interface Described {
  readonly description: string;
  /** Names of headers that this answer has beside those of every answer. */
  readonly headers?: readonly string[];
}
interface JsonAnswer<S extends z.ZodType> extends Described {
  readonly kind: 'json';
  readonly schema: S;
  readonly examples?: Examples;
}
/** What a file is sent as; text gets its charset when it is sent. */
type MediaType =
  | 'application/json'
  | 'application/octet-stream'
  | 'application/pdf'
  | 'text/csv'
  | 'text/html';

/** Bytes that are sent as they are. JSON among them is given by its schema. */
interface FileAnswer<T> extends Described {
  readonly kind: 'file';
  readonly types: T;
}
type FileTypes = Readonly<Partial<Record<MediaType, z.ZodType | JsonSchema>>>;
interface EmptyAnswer extends Described {
  readonly kind: 'empty';
}
export type AnswerSpec = JsonAnswer<z.ZodType> | FileAnswer<FileTypes> | EmptyAnswer;
/** What an operation answers where it does not refuse, by status. */
export type Answers = Readonly<Partial<Record<200 | 201 | 204, AnswerSpec>>>;

/** An answer of JSON. */
export const json = <S extends z.ZodType>(
  description: string,
  schema: S,
  more: { readonly examples?: Examples; readonly headers?: readonly string[] } = {},
): JsonAnswer<S> => ({ kind: 'json', description, schema, ...more });

/** An answer of bytes, in one of some media types. */
export const file = <T extends FileTypes>(
  description: string,
  types: T,
  headers: readonly string[] = [],
): FileAnswer<T> => ({ kind: 'file', description, types, headers });

/** An answer without a body. */
export const empty = (description: string): EmptyAnswer => ({ kind: 'empty', description });

interface WithHeaders<S> {
  readonly status: S;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Bytes<T extends MediaType> {
  readonly type: T;
  readonly file: Readable | Buffer | string;
  readonly sizeBytes?: number;
  /** Makes the answer a download of this name. */
  readonly fileName?: string;
  /** `file`, compressed, for callers that take it so. */
  readonly gzip?: Buffer;
}
type SentFile<S, T extends MediaType> = WithHeaders<S> & Bytes<T>;

/** What a handler answers where it declared a {@link file}, beside the status. */
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

/** What a handler may give back: one of the declared statuses, with a body that fits the schema of that status. */
export type SentAnswer<A extends Answers> = { [S in keyof A]: Sent<S, A[S]> }[keyof A];
export type AnySentFile = WithHeaders<number> & Omit<Bytes<MediaType>, 'type'> & { readonly type: string };
/** Any of them, as it is sent. */
export type AnySentAnswer = SentJson<number, unknown> | AnySentFile | WithHeaders<number>;

type Immutable<T> = T extends (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;
