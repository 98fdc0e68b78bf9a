import { spawnSync } from 'node:child_process';

const program = '/usr/bin/setpriv';
const parameters = ['--pdeathsig', 'KILL'] as const;
let isUsable: boolean | undefined;

function isSetprivUsable(): boolean {
  return process.platform === 'linux' && spawnSync(program, [...parameters, 'true']).status === 0;
}

/**
 * How to start Node so that the kernel kills it when its parent dies. A child also exits when its IPC channel closes,
 * but not while a hostile file keeps it in a loop. Outside Linux, plain Node.
 */
export function nodeWithParentDeathSignal(nodeOptions: readonly string[]): {
  readonly execPath: string;
  readonly execArgv: string[];
} {
  isUsable ??= isSetprivUsable();
  return isUsable
    ? { execPath: program, execArgv: [...parameters, process.execPath, ...nodeOptions] }
    : { execPath: process.execPath, execArgv: [...nodeOptions] };
}
