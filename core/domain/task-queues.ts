/** Work of different weight waits in different queues. */
export const taskQueues = {
  /** Runs of deliveries: mostly waiting for models and targets. */
  runs: 'runs',
  /** PDF work: heavy on the processor, a fixed number at a time. */
  compute: 'compute',
} as const;

export type TaskQueues = Readonly<Record<keyof typeof taskQueues, string>>;
