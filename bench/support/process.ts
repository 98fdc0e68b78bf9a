import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { nodeWithParentDeathSignal } from '#compute/processes/parent-death-signal.ts';

/** Starts one of our processes and waits until it reports that it is ready. */
export async function startProcess(entry: string, env: Readonly<Record<string, string>>) {
  const child = fork(path.resolve(import.meta.dirname, '../..', entry), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...nodeWithParentDeathSignal([]),
  });
  const ended = once(child, 'exit');
  const ready = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  if (ready === null) throw new Error(`${entry} ended before it was ready`);
  return {
    pid: child.pid ?? Number.NaN,
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
