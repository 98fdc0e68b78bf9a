import { spawnSync } from 'node:child_process';

const program = '/usr/bin/setpriv';
const parameters = ['--pdeathsig', 'KILL'] as const;
let isUsable: boolean | undefined;

function isSetprivUsable(): boolean {
  return process.platform === 'linux' && spawnSync(program, [...parameters, 'true']).status === 0;
}

/** A command that the kernel kills when the process that starts it dies, however that dies. Outside Linux, the command. */
export function endingWithParent(
  command: string,
  args: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  isUsable ??= isSetprivUsable();
  return isUsable ? { command: program, args: [...parameters, command, ...args] } : { command, args };
}

/**
 * How to start Node so that the kernel kills it when its parent dies. A child also exits when its IPC channel closes,
 * but not while a hostile file keeps it in a loop. Outside Linux, plain Node.
 */
export function nodeWithParentDeathSignal(nodeOptions: readonly string[]): {
  readonly execPath: string;
  readonly execArgv: string[];
} {
  const { command, args } = endingWithParent(process.execPath, nodeOptions);
  return { execPath: command, execArgv: [...args] };
}
