export interface WorkLimits {
  /** Measured from its start, excluding time in the queue. */
  readonly timeoutMs: number;
  /** With it `timeoutMs` counts processor time, and this the time that passes, on a busy machine. */
  readonly elapsedMsMax?: number;
  /** Heap size for a thread, resident memory for a process. */
  readonly memoryBytesMax: number;
}

export interface QueueLimits {
  readonly waitMsMax: number;
  readonly waitingMax: number;
}
