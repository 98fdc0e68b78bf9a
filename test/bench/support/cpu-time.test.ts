import { expect, test } from 'vitest';

import { withCpuTime } from '../../../bench/support/cpu-time.ts';

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
  'processor time of a process is that of its work, not that of others',
  async () => {
    const { result, cpuMs } = await withCpuTime({ busy: process.pid, other: process.ppid }, () => {
      burn(300);
      return Promise.resolve('done');
    });
    expect(result).toBe('done');
    // The kernel counts in steps of 10 ms.
    expect(cpuMs.busy).toBeGreaterThanOrEqual(280);
    expect(cpuMs.other).toBeLessThan(cpuMs.busy);
  },
);
