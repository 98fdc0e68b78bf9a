import type { ParseArgsOptionsConfig } from 'node:util';

import { z } from 'zod';

import { faults } from './faults.ts';
import { defaultOptions as usual, type StormOptions } from './options.ts';

/** The options of `npm run storm`, for `parseArgs`. */
export const usage = {
  seed: { type: 'string' },
  deliveries: { type: 'string' },
  workspaces: { type: 'string' },
  rounds: { type: 'string' },
  instances: { type: 'string' },
  'per-second': { type: 'string' },
  'hold-seconds': { type: 'string' },
  faults: { type: 'string' },
  'dead-target': { type: 'string' },
  'large-bodies': { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

const count = (least: number) => z.coerce.number().int().min(least);
const faultNames = z
  .string()
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .pipe(z.array(z.enum(Object.keys(faults))));

const commandLine = (defaults: StormOptions) =>
  z.object({
    seed: count(0).default(defaults.seed),
    deliveries: count(1).default(defaults.deliveries),
    workspaces: count(1).default(defaults.workspaces),
    rounds: count(0).default(defaults.rounds),
    instances: z.enum(['1', '2']).transform(Number).default(defaults.instances),
    'per-second': z.coerce.number().positive().default(defaults.perSecond),
    'hold-seconds': z.coerce.number().positive().optional(),
    'dead-target': z.enum(['yes', 'no']).default('no'),
    'large-bodies': z.coerce
      .number()
      .min(0)
      .max(1)
      .default(defaults.largeBodies ?? 0),
    faults: faultNames.default([...defaults.faults]),
  });

/** The options of the command line; throws a sentence about a fault in it. */
export function optionsFrom(
  values: Readonly<Record<string, string | undefined>>,
  defaults: StormOptions = usual,
): StormOptions {
  const parsed = commandLine(defaults).safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const {
    'per-second': perSecond,
    'hold-seconds': holdSeconds,
    'dead-target': deadTarget,
    'large-bodies': largeBodies,
    instances,
    ...rest
  } = parsed.data;
  const hold = holdSeconds === undefined ? defaults.hold : { ms: holdSeconds * 1000 };
  return {
    ...rest,
    instances: instances === 1 ? 1 : 2,
    perSecond,
    hold,
    hasDeadTarget: deadTarget === 'yes',
    largeBodies,
  };
}
