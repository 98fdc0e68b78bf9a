import { z } from 'zod';

import { isShallow } from './plan.ts';

const bytesMax = 16_384;
const depthMax = 32;

/** The depth first: all that reads it recurses. */
export const AnswerSchema = z
  .record(z.string(), z.unknown())
  .refine((schema) => isShallow(schema, depthMax), {
    error: `is nested more than ${depthMax} deep`,
    abort: true,
  })
  .refine((schema) => Buffer.byteLength(JSON.stringify(schema)) <= bytesMax, 'is larger than 16 KB');
export type AnswerSchema = z.infer<typeof AnswerSchema>;

export const OptionalAnswerSchema = AnswerSchema.nullable().describe(
  'A JSON Schema (2020-12) that the answer of a run must be JSON of: else the model is told once what is wrong, then the run is `failed` and its reason begins with `answer`. At most 16 KB; `$ref` names one of its own `$defs`, and patterns are in RE2 syntax. Null: the answer is text.',
);
