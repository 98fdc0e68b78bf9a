import { until } from '#test/support/until.ts';
import { type AnyPart, faults } from '../plan/faults.ts';
import type { Hold } from '../plan/options.ts';
import type { PlannedFault } from '../plan/plan.ts';
import type { AttemptLog } from '../send/attempts.ts';
import type { Process, Service } from '../service/service.ts';
import type { Disk } from './disk.ts';
import { waitFor } from './hold.ts';
import { rollingRestart } from './rolling-restart.ts';
import { signal } from './signal.ts';

interface StrikeDeps {
  readonly service: Service;
  readonly disk: Disk | string;
  readonly log: Pick<AttemptLog, 'attempts' | 'open'>;
  readonly hold: Hold;
  readonly recoverWithinMs: number;
}

/** Carries out planned faults. */
export function createStrike({ service, disk, log, hold, recoverWithinMs: timeoutMs }: StrikeDeps) {
  /** Gives the moment from which the service could recover, or a sentence that says why nothing was done. */
  async function strike({ name, instance }: PlannedFault): Promise<number | string> {
    const fault = faults[name]!;
    switch (fault.kind) {
      case 'kill':
        signal(await victims(fault.parts, instance), 'SIGKILL');
        return performance.now();
      case 'freeze': {
        const processes = await victims(fault.parts, instance);
        signal(processes, 'SIGSTOP');
        return await holdUntil(() => signal(processes, 'SIGCONT'));
      }
      case 'stop-redis':
        await service.redis.hold();
        signal(await victims(['redis'], instance), 'SIGTERM');
        return await holdUntil(service.redis.release);
      case 'load-redis':
        if (service.redis.slow === undefined) return 'the Redis of this service is not started by it';
        await service.redis.slow();
        signal(await victims(['redis'], instance), 'SIGKILL');
        return await holdUntil(service.redis.release);
      case 'rolling-restart':
        return await rollingRestart(service, timeoutMs);
      case 'rolling-upgrade':
        if (service.upgrade === undefined) return 'this service is upgraded by a new start';
        await service.upgrade();
        return performance.now();
      case 'fail-over':
        if (service.failOver === undefined) return 'this service has one Redis';
        await service.failOver();
        return performance.now();
      case 'lose-disk':
        if (service.loseDisk === undefined) return 'this service has one Redis';
        await service.loseDisk();
        return performance.now();
      case 'full-disk':
        if (typeof disk === 'string') return disk;
        await disk.fill();
        return await holdUntil(disk.free);
    }
  }

  /** One process for a part, or all there are where the fault is that of all parts. */
  async function victims(some: readonly AnyPart[], instance: number): Promise<readonly Process[]> {
    const [part, ...more] = some;
    if (part === undefined || more.length > 0) return await service.processes();
    return [await until(`a ${part} lives`, () => service.processOf(part, instance), { timeoutMs })];
  }

  /** Ends the fault after its time, or when something fails meanwhile. */
  async function holdUntil(end: () => unknown): Promise<number> {
    try {
      await waitFor(hold, log, timeoutMs);
    } finally {
      await end();
    }
    return performance.now();
  }

  return { strike };
}
