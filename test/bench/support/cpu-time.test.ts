import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

import { cpuMsOfTrees, withCpuTime } from '#bench/support/cpu-time.ts';

/** Works until this process has used so much processor time. */
function burn(cpuMs: number): void {
  const before = process.cpuUsage();
  const used = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  while (used() < cpuMs);
}

test.skipIf(process.platform !== 'linux')(
  'the processor time of each process is that of its own work',
  async () => {
    const idle = spawn('sleep', ['600'], { stdio: 'ignore' });
    await once(idle, 'spawn');
    try {
      const { result, cpuMs } = await withCpuTime({ busy: process.pid, idle: idle.pid! }, () => {
        burn(300);
        return Promise.resolve('done');
      });
      expect(result).toBe('done');
      // The kernel counts in steps of 10 ms.
      expect(cpuMs.busy).toBeGreaterThanOrEqual(280);
      expect(cpuMs.idle).toBeLessThan(100);
    } finally {
      idle.kill('SIGKILL');
    }
  },
);

test.skipIf(process.platform !== 'linux')(
  'the processor time of a tree has that of children, also of those that ended',
  async () => {
    const spin = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';
    const work = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(spin)}]); console.log("done"); setInterval(() => {}, 1000)`;
    const parent = spawn(process.execPath, ['-e', work], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await once(parent.stdout, 'data');
      expect(await cpuMsOfTrees([parent.pid!])).toBeGreaterThanOrEqual(300);
      expect(await cpuMsOfTrees([process.pid])).toBeGreaterThan(await cpuMsOfTrees([parent.pid!]));
    } finally {
      parent.kill('SIGKILL');
    }
  },
);
