import { Environment } from './environment.ts';

/** Invalid environment variables; the message names each one and is ready to be printed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the settings from an environment. Empty variables count as absent. Throws {@link ConfigError}. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Environment {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = Environment.safeParse(present);
  if (result.success) return result.data;
  const sentences = result.error.issues.map((issue) => `${issue.path[0]?.toString()} ${issue.message}`);
  throw new ConfigError(`Wrong environment: ${sentences.join('; ')}.`);
}
