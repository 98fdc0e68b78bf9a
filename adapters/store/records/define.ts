import type { z } from 'zod';

import type { Key } from './key.ts';

/** Fields of a hash whose names are data. */
interface Entries {
  /** For people, such as `on:<domain>`. */
  readonly name: string;
  readonly pattern: RegExp;
  readonly value: z.ZodType;
}

interface Described {
  readonly purpose: string;
  readonly key: Key<never>;
  /** The files of `adapters/store/` that write it. */
  readonly writers: readonly string[];
  /** When it goes. */
  readonly lifetime: string;
}

/** The description of a record: the data that Redis holds under a key. Schemas read the strings that are stored. */
type Content =
  | { readonly type: 'hash'; readonly fields: z.ZodObject }
  | { readonly type: 'hash'; readonly entries: readonly Entries[] }
  | { readonly type: 'sorted set'; readonly member: string; readonly score: string }
  | { readonly type: 'set'; readonly member: string }
  | { readonly type: 'list'; readonly item: z.ZodType }
  | { readonly type: 'stream'; readonly fields: z.ZodObject }
  | { readonly type: 'string'; readonly value: z.ZodType };

/** Everything there is to know about one kind of key in Redis. */
export type RecordDefinition = Described & Content;

/** Defines a record: its only schema, of which readers and writers take parts. */
export const defineRecord = <const Definition extends RecordDefinition>(definition: Definition): Definition =>
  definition;
