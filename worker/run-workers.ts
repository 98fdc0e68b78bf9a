import type { Worker } from '@temporalio/worker';

/** Runs workers until `stop`. If one fails, `onFailure` is called and decides about the others. */
export function runWorkers(workers: readonly Worker[], onFailure: (error: unknown) => void) {
  const running = workers.map((worker) => worker.run());
  for (const run of running) run.catch(onFailure);

  async function stop(): Promise<void> {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await Promise.allSettled(running);
  }

  return { stop };
}
