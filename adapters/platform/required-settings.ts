import { ConfigError } from './config.ts';
import type { Environment } from './environment.ts';

/** The settings that `npm start` generates and that every other deployment must provide. */
const needed = ['MASTER_KEYS', 'REDIS_URL'] as const;
const neededByApi = [...needed, 'ADMIN_TOKEN'] as const;

type With<Name extends keyof Environment> = Environment & {
  readonly [Needed in Name | 'PUBLIC_URL']: NonNullable<Environment[Needed]>;
};

export type Settings = With<(typeof needed)[number]>;
export type ApiSettings = With<(typeof neededByApi)[number]>;

/** Throws {@link ConfigError} naming what is missing. */
export const requireSettings = (config: Environment): Settings => withAll(config, needed);

/** Throws {@link ConfigError} naming what is missing. */
export const requireApiSettings = (config: Environment): ApiSettings => withAll(config, neededByApi);

function withAll<Name extends keyof Environment>(config: Environment, names: readonly Name[]): With<Name> {
  const missing = names.filter((name) => config[name] === undefined);
  if (missing.length > 0) {
    throw new ConfigError(`Missing environment: ${missing.join(', ')}. \`npm start\` sets them by itself.`);
  }
  return { ...config, PUBLIC_URL: config.PUBLIC_URL ?? `http://localhost:${config.PORT}` } as With<Name>;
}
