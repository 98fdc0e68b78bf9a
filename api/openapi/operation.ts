import type { z } from 'zod';

import type { ErrorCode } from '../../contracts/errors.ts';

/** Which part of the service an operation belongs to; it decides the headers and refusals that all of them share. */
export type Part = 'public' | 'hooks' | 'manage' | 'operator' | 'service';

interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** One media type of a body. `schema` is the one that validates, or a plain JSON Schema for what is not JSON. */
export interface Body {
  readonly mediaType: string;
  readonly schema: z.ZodType | Readonly<Record<string, unknown>>;
  readonly examples?: Readonly<Record<string, Example>>;
}

/** One operation of the reference, as it is told to callers. */
export interface Operation {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly id: string;
  readonly part: Part;
  readonly summary: string;
  readonly description?: string;
  readonly pathParams?: Readonly<Record<string, string>>;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly request?: readonly Body[];
  /** A request without a body is answered too. */
  readonly isBodyOptional?: boolean;
  readonly success: {
    readonly status: 200 | 201 | 204;
    readonly description: string;
    readonly bodies?: readonly Body[];
    readonly headers?: readonly string[];
  };
  /** Beside those that every operation of the part shares. */
  readonly refusals?: readonly ErrorCode[];
  readonly others?: Readonly<
    Record<string, { readonly description: string; readonly bodies: readonly Body[] }>
  >;
}
