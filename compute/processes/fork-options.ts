import type { ForkOptions } from 'node:child_process';
import { nodeThatDiesWithParent } from './die-with-parent.ts';

/** What a process may do beside computing. */
export interface ProcessRights {
  /** Paths as `--allow-fs-read` takes them. */
  readonly readable: readonly string[];
  /** The one folder that it sees as its own: it reads and writes there. */
  readonly ownFolder?: string;
  readonly nodeOptions: readonly string[];
}

/** A process that reads what it is allowed to, writes only to its own folder, starts nothing, and has no environment. */
export function forkOptions({ readable, ownFolder, nodeOptions }: ProcessRights): ForkOptions {
  const own = ownFolder === undefined ? [] : [`${ownFolder}/*`];
  return {
    env: {},
    ...(ownFolder === undefined ? {} : { cwd: ownFolder }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...nodeThatDiesWithParent([
      '--permission',
      ...[...readable, ...own].map((path) => `--allow-fs-read=${path}`),
      ...own.map((path) => `--allow-fs-write=${path}`),
      ...nodeOptions,
    ]),
  };
}
