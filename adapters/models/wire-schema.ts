import type { JSONSchema7 } from '@ai-sdk/provider';
import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** The words for a bound that no schema on the wire may carry; a parser of ours checks it on the answer. */
const bounds: readonly (readonly [keyword: string, say: (bound: number) => string])[] = [
  ['minimum', (bound) => `At least ${bound}.`],
  ['maximum', (bound) => `At most ${bound}.`],
  ['minLength', (bound) => (bound === 1 ? 'Not empty.' : `At least ${bound} characters.`)],
  ['maxLength', (bound) => `At most ${bound} characters.`],
  ['minItems', (bound) => `At least ${bound} items.`],
  ['maxItems', (bound) => `At most ${bound} items.`],
];

/** Keywords that are left out, because the parser checks them, or because they say nothing to a model. */
const dropped = new Set([
  ...bounds.map(([keyword]) => keyword),
  '$schema',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'pattern',
  'format',
  'default',
  'required',
  'additionalProperties',
  'title',
]);

/** Keywords that {@link rewrite} carries over. */
const kept = new Set(['type', 'description', 'enum', 'const', 'anyOf', 'oneOf', 'items', 'properties']);

/**
 * The JSON schema of what a model is to write, in the few keywords that the strict mode of every provider accepts. Each
 * member of an object is required, and there are no others; one that may be left out is `nullable`. Throws for a schema
 * that these keywords cannot express.
 */
export const wireSchema = (schema: z.ZodType): JSONSchema7 =>
  rewrite(z.toJSONSchema(schema, { io: 'input' }) as Schema);

/** Throws for a schema that these keywords cannot express. */
export function rewrite(schema: Schema): JSONSchema7 {
  const foreign = Object.keys(schema).find((keyword) => !kept.has(keyword) && !dropped.has(keyword));
  if (foreign !== undefined || typeof schema.additionalProperties === 'object')
    throw new Error(`A schema for providers cannot have ${foreign ?? 'members of any name'}.`);
  if (Array.isArray(schema.type)) return rewrite(asChoices(schema, schema.type));
  const { type, enum: values, const: value, items, properties = null } = schema;
  const optional = Object.keys(properties ?? {}).find((name) => schema.required?.includes(name) !== true);
  if (optional !== undefined)
    throw new Error(`A schema for providers has no optional members: let ${optional} be nullable.`);
  const description = [schema.description, ...boundsOf(schema)].filter(Boolean).join(' ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (type === undefined && choices === undefined) throw new Error(untyped);
  return {
    ...(type !== undefined && { type }),
    ...(description !== '' && { description }),
    ...(values !== undefined && { enum: values }),
    ...(value !== undefined && { enum: [value] }),
    ...(choices !== undefined && { anyOf: choices.map(rewriteAny) }),
    ...(items !== undefined && { items: rewriteAny(items) }),
    ...(properties !== null && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, rewriteAny(member)]),
      ),
      required: Object.keys(properties),
      additionalProperties: false,
    }),
  } as JSONSchema7;
}

const untyped = 'A schema for providers names the type of each member.';

/** Not every provider takes a list of types. */
const asChoices = ({ description, ...rest }: Schema, types: readonly unknown[]): Schema => ({
  ...(description !== undefined && { description }),
  anyOf: types.map((type) => (type === 'null' ? { type } : { ...rest, type }) as Schema),
});

function rewriteAny(schema: Schema | boolean | readonly unknown[]): JSONSchema7 {
  if (typeof schema === 'boolean' || Array.isArray(schema)) throw new Error(untyped);
  return rewrite(schema as Schema);
}

/** `z.int()` has the bounds of safe integers, which tell a model nothing. */
const boundsOf = (schema: Schema): readonly string[] =>
  bounds.flatMap(([keyword, say]) => {
    const bound = schema[keyword];
    return typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? [say(bound)] : [];
  });
