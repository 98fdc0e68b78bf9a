import type { Environment } from './environment.ts';
import { ConfigError } from './config.ts';

/** The settings that `npm start` generates and that every other deployment must provide. */
const needed = ['ADMIN_TOKEN', 'MASTER_KEYS', 'REDIS_URL'] as const;

/** Settings with everything a process needs. */
export type Settings = Environment & {
  readonly [Name in (typeof needed)[number] | 'PUBLIC_URL']: NonNullable<Environment[Name]>;
};

/** Throws {@link ConfigError} naming what is missing. */
export function requireSettings(config: Environment): Settings {
  const missing = needed.filter((name) => config[name] === undefined);
  if (missing.length > 0) {
    throw new ConfigError(`Missing environment: ${missing.join(', ')}. \`npm start\` sets them by itself.`);
  }
  return { ...config, PUBLIC_URL: config.PUBLIC_URL ?? `http://localhost:${config.PORT}` } as Settings;
}
