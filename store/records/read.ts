import type { z } from 'zod';

import type { Redis } from '../connect.ts';

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
