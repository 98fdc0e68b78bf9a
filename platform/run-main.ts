import { inspect } from 'node:util';

import { ConfigError } from './config.ts';

/** Runs the start of a process; a wrong setting ends it with its sentence, anything else with its stack. */
export async function runMain(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`);
    process.exit(1);
  }
}
