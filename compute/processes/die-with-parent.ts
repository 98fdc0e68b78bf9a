import { spawnSync } from 'node:child_process';

const program = '/usr/bin/setpriv';
const parameters = ['--pdeathsig', 'KILL'] as const;
let isOffered: boolean | undefined;

function tryOut(): boolean {
  return process.platform === 'linux' && spawnSync(program, [...parameters, 'true']).status === 0;
}

/**
 * How to start Node so that the kernel kills it when its parent dies. A child also exits when its IPC channel closes,
 * but not while a hostile file keeps it in a loop. Plain Node outside Linux.
 */
export function nodeThatDiesWithParent(nodeOptions: readonly string[]): {
  readonly execPath: string;
  readonly execArgv: string[];
} {
  isOffered ??= tryOut();
  return isOffered
    ? { execPath: program, execArgv: [...parameters, process.execPath, ...nodeOptions] }
    : { execPath: process.execPath, execArgv: [...nodeOptions] };
}
