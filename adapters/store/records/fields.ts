import { z } from 'zod';

/** How values are written as the strings of Redis, and read back. */

const wholeNumber = { decode: Number, encode: String };

export const integer = z.codec(z.string(), z.int(), wholeNumber);

/** The last millisecond that `Date` knows. */
const lastMs = 8.64e15;

/** Milliseconds since the epoch. */
export const epochMs = z.codec(z.string(), z.int().nonnegative().max(lastMs), wholeNumber);

/** JSON text of what the schema describes; text that is no JSON is an issue like any other. */
export const json = <Schema extends z.ZodType>(schema: Schema) =>
  z.codec(z.string(), schema, {
    decode: (text, { issues }) => {
      try {
        return JSON.parse(text) as z.input<Schema>;
      } catch {
        issues.push({ code: 'custom', message: 'is not JSON', input: text });
        return z.NEVER;
      }
    },
    encode: (value) => JSON.stringify(value),
  });

/** The same, kept as an empty string where it is null. */
export const jsonOrEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.codec(z.string(), schema.nullable(), {
    decode: (text, { issues }) => {
      if (text === '') return null;
      try {
        return JSON.parse(text) as z.input<Schema>;
      } catch {
        issues.push({ code: 'custom', message: 'is not JSON', input: text });
        return z.NEVER;
      }
    },
    encode: (value) => (value === null ? '' : JSON.stringify(value)),
  });

/** True or false, as `1` or `0`. */
export const flag = z.codec(z.string(), z.boolean(), {
  decode: (text) => text === '1',
  encode: (value) => (value ? '1' : '0'),
});

/** A field that is not there is null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

export const optionalText = orNull(z.string());

/** Text that is kept as an empty string where it is null, so that it takes the place of what was there before. */
export const emptyForNull = z.codec(z.string(), z.string().nullable(), {
  decode: (text) => (text === '' ? null : text),
  encode: (text) => text ?? '',
});

type Values<Schema extends z.ZodObject> = {
  readonly [Name in keyof Schema['shape']]?: z.output<Schema['shape'][Name]> | undefined;
};

/** Forbids the names that the schema does not have, also of values that are no literal. */
type NoOthers<Schema extends z.ZodObject, Given> = {
  readonly [Name in Exclude<keyof Given, keyof Schema['shape']>]: never;
};

/**
 * The fields of a hash as Redis wants them: field, value, field, value …; what is null is left out. A name that the
 * schema does not have does not compile; one that its type hides throws, because it would be lost.
 */
export function fieldsOf<Schema extends z.ZodObject, Given extends Values<Schema>>(
  schema: Schema,
  values: Given & NoOthers<Schema, Given>,
): string[] {
  return Object.entries<unknown>(values).flatMap(([name, value]) => {
    const field: z.ZodType | undefined = schema.shape[name];
    if (field === undefined) throw new Error(`The record has no field ${name}.`);
    const stored = value === undefined ? null : z.encode(field, value);
    return stored === null || stored === undefined ? [] : [name, stored as string];
  });
}

/** The same as an object. */
export function hashOf<Schema extends z.ZodObject, Given extends Values<Schema>>(
  schema: Schema,
  values: Given & NoOthers<Schema, Given>,
): Record<string, string> {
  const fields = fieldsOf<Schema, Given>(schema, values);
  return Object.fromEntries(
    fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1] ?? '']] : [])),
  );
}
