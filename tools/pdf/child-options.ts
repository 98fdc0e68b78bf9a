import type { ForkOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Everything a child may read besides its own folder: our code that runs in it, and the packages. */
const readable = ['../../node_modules/', '../../package.json', '../../contracts/', '../../domain/', './'];

export const childEntry = fileURLToPath(new URL('./child/main.ts', import.meta.url));

/**
 * A process that can do nothing but compute: it reads our code and its own folder, writes only there, starts nothing,
 * sees no environment, makes no code from strings.
 */
export function childOptions(ownFolder: string): ForkOptions {
  const paths = readable.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return {
    env: {},
    cwd: ownFolder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      '--permission',
      ...paths.map((path) => `--allow-fs-read=${path.endsWith('/') ? `${path}*` : path}`),
      `--allow-fs-read=${ownFolder}/*`,
      `--allow-fs-write=${ownFolder}/*`,
      '--max-old-space-size=512',
      // Less copying of short-lived objects, and a quarter less memory after a long text.
      '--max-semi-space-size=16',
      '--disallow-code-generation-from-strings',
    ],
  };
}
