import type { ForkOptions } from 'node:child_process';
import { nodeWithParentDeathSignal } from './parent-death-signal.ts';

export interface ProcessRights {
  /** Paths as `--allow-fs-read` takes them. */
  readonly readable: readonly string[];
  /** Working directory, the only folder it can write to. */
  readonly ownFolder?: string;
  /** The cache of its compiled code. It can write there until it gives that up, before its first job. */
  readonly compileCache?: string | undefined;
  readonly nodeOptions: readonly string[];
}

/**
 * Options for a process that reads only `readable`, writes only to its own folder, spawns nothing and has no
 * environment.
 */
export function forkOptions({ readable, ownFolder, compileCache, nodeOptions }: ProcessRights): ForkOptions {
  const own = [ownFolder, compileCache].flatMap((folder) => (folder === undefined ? [] : `${folder}/*`));
  return {
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    ...(ownFolder === undefined ? {} : { cwd: ownFolder }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...nodeWithParentDeathSignal([
      '--permission',
      ...[...readable, ...own].map((path) => `--allow-fs-read=${path}`),
      ...own.map((path) => `--allow-fs-write=${path}`),
      ...nodeOptions,
    ]),
  };
}
