import type { PartSchema } from '#contracts/api.ts';
import { isMembers, type Members } from './references.ts';
import { lineOf } from './text.ts';

const descriptionCharsMax = 200;
const valuesMax = 200;

/** Whatever fits: the target judges it. */
export const any: PartSchema = {};
export const isAny = (schema: PartSchema): boolean =>
  Object.keys(schema).every((key) => key === 'description');

const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;
const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

export const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The one type of a schema; null where it has none, or several. */
export function typeOf(schema: Members): string | null {
  const { type } = schema;
  const named = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  const [only] = named;
  if (named.length === 1 && typeof only === 'string') return types.has(only) ? only : null;
  if (named.length > 1) return null;
  if (isMembers(schema['properties'])) return 'object';
  return isMembers(schema['items']) ? 'array' : null;
}

/** Several types at once are a choice of each. */
export function typeChoices({ type, ...schema }: Members): readonly unknown[] | null {
  if (!Array.isArray(type)) return null;
  return type.filter((one) => one !== 'null').map((one: unknown) => ({ ...schema, type: one }));
}

export const isNullable = ({ nullable, type }: Members): boolean =>
  nullable === true || (Array.isArray(type) && type.includes('null'));

export const orNull = (schema: PartSchema): PartSchema => ({
  anyOf: [...(Array.isArray(schema['anyOf']) ? (schema['anyOf'] as unknown[]) : [schema]), { type: 'null' }],
});

/** The values of a text; those of other types are left to the target. */
export function valuesOf({ enum: given, const: only }: Members, type: string): PartSchema {
  const values = Array.isArray(given)
    ? given.filter((one) => one !== null)
    : only === undefined
      ? []
      : [only];
  const isListed = type === 'string' && values.length > 0 && values.length <= valuesMax;
  return isListed && values.every((one) => typeof one === 'string') ? { enum: [...new Set(values)] } : {};
}

export const boundsOf = (schema: Members): PartSchema =>
  Object.fromEntries(
    bounds.flatMap((name) => {
      const bound = schema[name];
      const isBound = typeof bound === 'number' && Number.isFinite(bound) && fits(schema, name);
      const isFit =
        name === 'minimum' || name === 'maximum' || (Number.isInteger(bound) && Number(bound) >= 0);
      return isBound && isFit ? [[name, bound]] : [];
    }),
  );

/** A bound of another type says nothing, and no strict schema may have it. */
function fits(schema: Members, bound: (typeof bounds)[number]): boolean {
  const type = typeOf(schema);
  if (bound.endsWith('Items')) return type === 'array';
  if (bound.endsWith('Length')) return type === 'string';
  return type === 'number' || type === 'integer';
}

export function describe({ description, title, format }: Members): string {
  const text = lineOf(description ?? title, descriptionCharsMax);
  const named = typeof format === 'string' && /^[\w-]{1,20}$/.test(format) ? `(${format})` : '';
  return [text, named].filter(Boolean).join(' ');
}
