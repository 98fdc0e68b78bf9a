import { until } from '#test/support/until.ts';
import type { Service } from '../service/service.ts';
import { signal } from './signal.ts';

/** Stops one process after the other gently, each when the one before was started again. Gives the moment of the last stop. */
export async function rollingRestart(service: Service, timeoutMs: number): Promise<number> {
  let stoppedAtMs = performance.now();
  for (const one of await service.processes()) {
    stoppedAtMs = performance.now();
    signal([one], one.stopSignal ?? 'SIGTERM');
    const isBack = async () => {
      const living = await service.processes();
      return !living.some(({ pid }) => pid === one.pid) && (await service.isWhole());
    };
    await until(`the ${one.part} was started again`, isBack, { timeoutMs });
  }
  return stoppedAtMs;
}
