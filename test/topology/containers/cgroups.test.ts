import { spawnSync } from 'node:child_process';

import { expect, it } from 'vitest';

import { createCgroups } from './cgroups.ts';

const cgroups = await createCgroups(`reveille-test-${process.pid}`).catch(() => null);

it.skipIf(cgroups === null)(
  'kills a process that takes more memory than its service has, and counts it',
  async () => {
    const { limit, usage, remove } = cgroups!;
    const run = (script: string, procs: readonly string[]) => {
      const enter = procs.map((file) => `echo $$ > ${file}`).join('; ');
      return spawnSync('sh', ['-euc', `${enter}; exec "$0" -p "$1"`, process.execPath, script], {
        encoding: 'utf8',
      });
    };
    const procs = await limit('one', { mem_limit: '100m', pids_limit: 64 });
    expect(run('process.constrainedMemory()', procs).stdout.trim()).toBe(String(100 * 1024 ** 2));
    expect(await usage('one')).toMatchObject({ killed: 0 });
    expect(run('Buffer.alloc(200 * 1024 ** 2, 1).length', procs).signal).toBe('SIGKILL');
    expect(await usage('one')).toMatchObject({ killed: 1 });
    await remove();
  },
);
