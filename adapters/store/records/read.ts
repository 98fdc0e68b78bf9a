import type { z } from 'zod';

import type { Redis } from '../connection/connect.ts';

export const namesOf = <Schema extends z.ZodObject>({ shape }: Schema) =>
  Object.keys(shape) as (keyof z.output<Schema>)[];

/** Reads some fields of a hash; null where one of them is missing or cannot be read. */
export async function readFields<Schema extends z.ZodObject>(
  redis: Redis,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const names = Object.keys(schema.shape);
  const values = await redis.hmGet(key, names);
  const found = names.flatMap((name, index) =>
    values[index] == null ? [] : [[name, values[index]] as const],
  );
  const parsed = schema.safeParse(Object.fromEntries(found));
  return parsed.success ? parsed.data : null;
}

/**
 * Reads a hash of which some fields may be missing or damaged: each of those counts as its placeholder, or as absent where
 * it has none, and is named.
 */
export function readWithPlaceholders<Schema extends z.ZodObject>(
  schema: Schema,
  stored: Readonly<Record<string, string>>,
  placeholders: Readonly<Partial<Record<keyof Schema['shape'] & string, string>>>,
): { readonly fields: z.output<Schema>; readonly damaged: readonly string[] } {
  const read = schema.safeParse(stored);
  if (read.success) return { fields: read.data, damaged: [] };
  const damaged = [...new Set(read.error.issues.map(({ path }) => String(path[0])))];
  const isWhole = ([name]: readonly [string, unknown]) => !damaged.includes(name);
  const fields = schema.parse({
    ...placeholders,
    ...Object.fromEntries(Object.entries(stored).filter(isWhole)),
  });
  return { fields, damaged };
}
