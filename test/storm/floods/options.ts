import type { ParseArgsOptionsConfig } from 'node:util';

import { z } from 'zod';

/** The options of `npm run storm -- --floods`, for `parseArgs`. */
export const floodUsage = {
  'flood-rounds': { type: 'string' },
  'round-seconds': { type: 'string' },
  connections: { type: 'string' },
  'soak-minutes': { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

const FloodOptions = z.object({
  /** The rounds of each kind; those with and without a flood take turns. */
  'flood-rounds': z.coerce.number().int().min(0).default(3),
  'round-seconds': z.coerce.number().int().min(1).default(60),
  /** 0 leaves that flood out. */
  connections: z.coerce.number().int().min(0).default(10_000),
  /** 0 leaves the soak out. */
  'soak-minutes': z.coerce.number().int().min(0).default(10),
});

export interface FloodOptions {
  readonly rounds: number;
  readonly roundMs: number;
  readonly connections: number;
  readonly soakMinutes: number;
}

/** The options of the command line; throws a sentence about a fault in it. */
export function floodOptionsFrom(values: Readonly<Record<string, unknown>>): FloodOptions {
  const parsed = FloodOptions.safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return {
    rounds: parsed.data['flood-rounds'],
    roundMs: parsed.data['round-seconds'] * 1_000,
    connections: parsed.data.connections,
    soakMinutes: parsed.data['soak-minutes'],
  };
}
