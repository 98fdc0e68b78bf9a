import type { Redis } from './connect.ts';
import { nodesOf } from './nodes.ts';

type Settings = Pick<Redis, 'configGet'>;

interface Demand {
  readonly setting: string;
  /** The value it must have, or for people what it must be. */
  readonly value: string;
  readonly isMet?: (current: string) => boolean;
  /** The damage if the setting differs. */
  readonly otherwise: string;
}

const demands: readonly Demand[] = [
  { setting: 'appendonly', value: 'yes', otherwise: 'records are lost when Redis is restarted' },
  {
    setting: 'appendfsync',
    value: 'always',
    otherwise: 'a power cut may lose the last second of accepted deliveries',
  },
  {
    setting: 'maxmemory-policy',
    value: 'noeviction',
    otherwise: 'Redis may evict records when its memory is full',
  },
  {
    setting: 'maxmemory',
    value: 'a limit below the memory of the machine',
    isMet: (current) => Number(current) > 0,
    otherwise: 'the system ends Redis when memory runs out, instead of Redis refusing what is new',
  },
];

/** Sentences about the settings of this Redis that an accepted delivery may not survive; none where all is well. */
export async function durabilityWarnings(redis: Settings): Promise<readonly string[]> {
  const found = await Promise.all((await nodesOf(redis)).map(warningsOf));
  return [...new Set(found.flat())];
}

async function warningsOf(redis: Settings): Promise<readonly string[]> {
  const current = await currentSettings(redis).catch(() => undefined);
  if (current === undefined)
    return [
      'This Redis does not tell its settings (CONFIG GET is refused). ' +
        `Make sure that it has ${demands.map(({ setting, value }) => `${setting} ${value}`).join(', ')}.`,
    ];
  return demands
    .filter(({ setting, value, isMet = (found) => found === value }) => !isMet(current[setting] ?? ''))
    .map(
      ({ setting, value, otherwise }) =>
        `Redis has ${setting} ${current[setting]}: ${otherwise}. Set it to ${value}.`,
    );
}

/** Logs what the settings of this Redis endanger; a Redis that does not answer yet is no reason not to start. */
export async function warnOfDurability(
  redis: Settings,
  log: { readonly warn: (sentence: string) => void },
): Promise<void> {
  for (const warning of await durabilityWarnings(redis)) log.warn(warning);
}

/** One by one: servers before 7.0 tell only one setting at a time. */
async function currentSettings(redis: Settings): Promise<Readonly<Record<string, string>>> {
  const answers = await Promise.all(demands.map(({ setting }) => redis.configGet(setting)));
  return Object.assign({}, ...answers);
}
