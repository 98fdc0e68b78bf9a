import type { IncomingMessage } from 'node:http';

import type { z } from 'zod';

import type { ErrorCode } from '#contracts/errors.ts';
import type { Examples, JsonSchema } from '../openapi/examples.ts';
import type { InputWording } from './input-wording.ts';

/** One media type of a body. `schema` validates it; for non-JSON bodies it is a JSON Schema for the docs only. */
interface BodyContent {
  readonly schema: z.ZodType | JsonSchema;
  readonly examples?: Examples;
}

export interface ReadingOptions {
  readonly wording: InputWording;
  /** Members of the response, which clients may send back. */
  readonly answeredKeys: readonly string[];
}

/** How the body of an operation is read and documented. */
export interface BodyReader<T> {
  readonly content: Readonly<Record<string, BodyContent>>;
  /** The body may be missing. */
  readonly isOptional?: boolean;
  /** Error codes that `read` can throw. */
  readonly refusals: readonly ErrorCode[];
  readonly read: (request: IncomingMessage, options: ReadingOptions) => T;
  /** Takes what a JSON body would say from a caller in this process; absent for other bodies. */
  readonly take?: (value: unknown, options: ReadingOptions) => T;
}
