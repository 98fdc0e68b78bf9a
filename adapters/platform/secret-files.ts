import { readFileSync } from 'node:fs';

import { ConfigError } from './config.ts';
import { secretNames } from './environment.ts';

type Variables = { [name: string]: string | undefined };

/**
 * Puts what a file holds in the place of each `NAME_FILE` that names one, without blanks around it, and gives back the same
 * environment: SDKs read some of it by themselves. Throws
 * {@link ConfigError} where a file cannot be read or is empty, and where a secret is given both ways.
 */
export function loadSecretFiles<Env extends Variables>(env: Env): Env {
  const variables: Variables = env;
  for (const name of secretNames) {
    const variable = `${name}_FILE`;
    const file = variables[variable]?.trim();
    delete variables[variable];
    if (!file) continue;
    if (variables[name]?.trim())
      throw new ConfigError(`Wrong environment: ${name} and ${variable} are both set.`);
    variables[name] = secretIn(file, variable);
  }
  return env;
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
