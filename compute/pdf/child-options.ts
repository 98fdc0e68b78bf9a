import type { ForkOptions } from 'node:child_process';
import { nodeThatDiesWithParent } from '../processes/die-with-parent.ts';

/**
 * A process that can do nothing but compute: it reads our code and its own folder, writes only there, starts nothing,
 * sees no environment, makes no code from strings.
 */
export function childOptions(readable: readonly string[], ownFolder: string): ForkOptions {
  return {
    env: {},
    cwd: ownFolder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...nodeThatDiesWithParent([
      '--permission',
      ...[...readable, `${ownFolder}/*`].map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${ownFolder}/*`,
      '--max-old-space-size=512',
      // Less copying of short-lived objects, and a quarter less memory after a long text.
      '--max-semi-space-size=16',
      '--disallow-code-generation-from-strings',
    ]),
  };
}
