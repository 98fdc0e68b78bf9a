import { readFileSync } from 'node:fs';

import { ConfigError } from './config.ts';
import { secretNames } from './environment.ts';

type Variables = Record<string, string | undefined>;

/**
 * Puts what a file holds in the place of each `NAME_FILE` that names one, without blanks around it. Throws
 * {@link ConfigError} where a file cannot be read or is empty, and where a secret is given both ways.
 */
export function loadSecretFiles(env: Variables): void {
  for (const name of secretNames) {
    const variable = `${name}_FILE`;
    const file = env[variable]?.trim();
    delete env[variable];
    if (!file) continue;
    if (env[name]?.trim()) throw new ConfigError(`Wrong environment: ${name} and ${variable} are both set.`);
    env[name] = secretIn(file, variable);
  }
}

function secretIn(file: string, variable: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`Wrong environment: the file of ${variable} cannot be read: ${problemOf(error)}.`);
  }
  if (text === '') throw new ConfigError(`Wrong environment: the file of ${variable}, ${file}, is empty.`);
  return text;
}

const problemOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
