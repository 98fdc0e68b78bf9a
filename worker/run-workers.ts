import type { Worker } from '@temporalio/worker';

interface RunOptions {
  /** A worker failed; decides about the others. */
  readonly onFailure: (error: unknown) => void;
  /** The time for work in progress when the workers are stopped; then `stopping` is aborted. */
  readonly graceMs: number;
  readonly stopping: AbortController;
}

/** Runs workers until `stop`. */
export function runWorkers(workers: readonly Worker[], { onFailure, graceMs, stopping }: RunOptions) {
  const running = workers.map((worker) => worker.run());
  for (const run of running) run.catch(onFailure);

  async function stop(): Promise<void> {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    const timer = setTimeout(() => stopping.abort(new Error('The worker stops.')), graceMs);
    await Promise.allSettled(running);
    clearTimeout(timer);
  }

  return { stop };
}
