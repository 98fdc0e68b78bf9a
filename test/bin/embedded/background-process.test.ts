import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '#test/support/temporary-folder.ts';

const starter = path.join(import.meta.dirname, '../../support/start-and-wait.ts');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.runIf(process.platform === 'linux').each([true, false])(
  'a server goes on after a kill of what started it, unless it ends with that: %j',
  async (endsWithUs) => {
    const folder = await temporaryFolder('reveille-background-');
    const parent = fork(starter, [path.join(folder, 'log'), String(endsWithUs)]);
    const [pid] = (await once(parent, 'message')) as [number];
    expect(isAlive(pid)).toBe(true);
    const exited = once(parent, 'exit');
    parent.kill('SIGKILL');
    await exited;
    if (endsWithUs) await expect.poll(() => isAlive(pid)).toBe(false);
    else {
      expect(isAlive(pid)).toBe(true);
      process.kill(pid, 'SIGKILL');
    }
  },
);
