import { setTimeout as pause } from 'node:timers/promises';

import { until } from '../../support/until.ts';
import { faults, type Part } from '../plan/faults.ts';
import type { Hold } from '../plan/options.ts';
import type { PlannedFault } from '../plan/plan.ts';
import type { AttemptLog } from '../send/attempts.ts';
import type { Process, Service } from '../service/service.ts';
import type { Disk } from './disk.ts';

interface StrikeDeps {
  readonly service: Service;
  readonly disk: Disk | string;
  readonly log: Pick<AttemptLog, 'attempts' | 'open'>;
  readonly hold: Hold;
  readonly recoverWithinMs: number;
}

/** Carries out planned faults. */
export function createStrike({ service, disk, log, hold, recoverWithinMs }: StrikeDeps) {
  const patience = { timeoutMs: recoverWithinMs };

  /** Gives the moment from which the service could recover, or a sentence that says why nothing was done. */
  async function strike({ name, instance }: PlannedFault): Promise<number | string> {
    const fault = faults[name]!;
    switch (fault.kind) {
      case 'kill':
        signal(await victims(fault.parts, instance), 'SIGKILL');
        return performance.now();
      case 'freeze':
        return await freeze(await victims(fault.parts, instance));
      case 'rolling-restart':
        return await rollingRestart();
      case 'full-disk':
        return typeof disk === 'string' ? disk : await fillFor(disk);
    }
  }

  /** One process for a part, or all there are where the fault is that of all parts. */
  async function victims(some: readonly Part[], instance: number): Promise<readonly Process[]> {
    if (some.length > 1) return await service.processes();
    const one = await until(`a ${some[0]} lives`, () => service.processOf(some[0]!, instance), patience);
    return [one];
  }

  async function freeze(processes: readonly Process[]): Promise<number> {
    signal(processes, 'SIGSTOP');
    try {
      await held();
    } finally {
      signal(processes, 'SIGCONT');
    }
    return performance.now();
  }

  async function rollingRestart(): Promise<number> {
    let since = performance.now();
    for (const { part, pid } of await service.processes()) {
      since = performance.now();
      process.kill(pid, 'SIGTERM');
      await until(
        `the ${part} was started again`,
        async () => {
          const living = await service.processes();
          return !living.some((one) => one.pid === pid) && (await service.isWhole());
        },
        patience,
      );
    }
    return since;
  }

  async function fillFor({ fill, free }: Disk): Promise<number> {
    await fill();
    try {
      await held();
    } finally {
      await free();
    }
    return performance.now();
  }

  async function held(): Promise<void> {
    if ('ms' in hold) return await pause(hold.ms);
    const since = performance.now();
    const ended = () => log.attempts.filter(({ startedAtMs }) => startedAtMs > since).length;
    await until(
      `${hold.attempts} attempts ended meanwhile`,
      () => ended() >= hold.attempts || log.open() === 0,
      patience,
    );
  }

  return { strike };
}

function signal(processes: readonly Process[], name: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // It ended by itself a moment ago.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
