import type { Redis } from './connect.ts';

interface Demand {
  readonly setting: string;
  readonly value: string;
  /** What goes wrong where the setting differs. */
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
];

/** Sentences about the settings of this Redis that an accepted delivery may not survive; none where all is well. */
export async function durabilityWarnings(redis: Pick<Redis, 'configGet'>): Promise<readonly string[]> {
  const current = await currentSettings(redis).catch(() => undefined);
  if (current === undefined)
    return [
      'This Redis does not tell its settings (CONFIG GET is refused). ' +
        `Make sure that it has ${demands.map(({ setting, value }) => `${setting} ${value}`).join(', ')}.`,
    ];
  return demands
    .filter(({ setting, value }) => current[setting] !== value)
    .map(
      ({ setting, value, otherwise }) =>
        `Redis has ${setting} ${current[setting]}: ${otherwise}. Set it to ${value}.`,
    );
}

/** One by one: servers before 7.0 tell only one setting at a time. */
async function currentSettings(redis: Pick<Redis, 'configGet'>): Promise<Readonly<Record<string, string>>> {
  const answers = await Promise.all(demands.map(({ setting }) => redis.configGet(setting)));
  return Object.assign({}, ...answers);
}
