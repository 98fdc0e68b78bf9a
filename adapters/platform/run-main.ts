import { inspect } from 'node:util';

import { ConfigError } from './config.ts';

/** Starts a process. On a ConfigError it prints the message and exits; on any other error, the stack. */
export async function runMain(start: () => Promise<void>): Promise<void> {
  // Files of jobs and all others are readable by this user only.
  process.umask(0o077);
  // Warnings of Node go there as well; a reader that is gone must not end the process.
  process.stderr.on('error', () => undefined);
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`);
    process.exit(1);
  }
}
