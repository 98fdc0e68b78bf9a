import { spawnSync } from 'node:child_process';

const program = '/usr/bin/setpriv';
const parameters = ['--pdeathsig', 'KILL'] as const;
let isOffered: boolean | undefined;

function tryOut(): boolean {
  return process.platform === 'linux' && spawnSync(program, [...parameters, 'true']).status === 0;
}

/**
 * How to start Node so that the system kills it when the process that started it dies. A child notices by itself too, but not
 * while a hostile file keeps it in a loop, and nobody would be left to end that. Elsewhere than on Linux, Node alone.
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
