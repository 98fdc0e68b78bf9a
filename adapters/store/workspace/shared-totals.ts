import { z } from 'zod';

import type { Redis } from '../connection/connect.ts';
import { json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import type { Totals } from './totals.ts';

const Stored = json(
  z.object({
    workspaces: z.int(),
    running: z.int(),
    waiting: z.int(),
    full: z.int(),
    oldestReceivedAtMs: z.number().nullable(),
    archiveLagMs: z.number(),
  }) satisfies z.ZodType<Totals>,
);

const readEveryMs = 5_000;
const keptForMs = 60_000;

/** The same for all processes: one of them reads at a time, and the others take what it read. */
export function createSharedTotals(redis: Redis, read: () => Promise<Totals>) {
  return async function totals(): Promise<Totals> {
    const isOurs = await redis.set(keys.totalsTurn(), '1', {
      condition: 'NX',
      expiration: { type: 'PX', value: readEveryMs },
    });
    const known =
      isOurs === null ? Stored.safeDecode((await redis.get(keys.totals())) ?? '').data : undefined;
    if (known !== undefined) return known;
    const found = await read();
    await redis.set(keys.totals(), JSON.stringify(found), { expiration: { type: 'PX', value: keptForMs } });
    return found;
  };
}
