import type { Worker } from '@temporalio/worker';

/** Two heartbeats that are lost do not make a worker silent. */
const beatEveryMs = 2_500;

/** Says again and again that a worker is alive, while it polls. A loss meanwhile is the loss of Redis, which is logged. */
export function startHeartbeat(
  worker: Pick<Worker, 'getState'> & { readonly options: { readonly identity: string } },
  beats: { readonly beat: (identity: string) => Promise<void> },
): { readonly stop: () => Promise<void> } {
  const { identity } = worker.options;
  const beat = () => {
    if (worker.getState() === 'RUNNING') beats.beat(identity).catch(() => undefined);
  };
  beat();
  const timer = setInterval(beat, beatEveryMs);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}
