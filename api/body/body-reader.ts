import type { IncomingMessage } from 'node:http';

import type { z } from 'zod';

import type { ErrorCode } from '../../contracts/errors.ts';
import type { Examples, JsonSchema } from '../openapi/examples.ts';
import type { InputWording } from './input-wording.ts';

/** One media type of a body. `schema` is the one that validates, or a plain JSON Schema for what is not JSON. */
interface BodyContent {
  readonly schema: z.ZodType | JsonSchema;
  readonly examples?: Examples;
}

interface ReadingOptions {
  readonly wording: InputWording;
  /** Members of the answer, which a client may send back. */
  readonly answeredKeys: readonly string[];
}

/** How the body of an operation is read, and what the reference says of it. */
export interface BodyReader<T> {
  readonly content: Readonly<Record<string, BodyContent>>;
  /** A request without a body is answered too. */
  readonly isOptional?: boolean;
  /** What reading it can be refused with. */
  readonly refusals: readonly ErrorCode[];
  readonly read: (request: IncomingMessage, options: ReadingOptions) => T;
}
