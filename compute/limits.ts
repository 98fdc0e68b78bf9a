/** What one piece of untrusted work may cost. */
export interface WorkLimits {
  /** From its start, time in the queue not counted. */
  readonly timeoutMs: number;
  /** Of a thread its heap, of a process all that it occupies. */
  readonly memoryBytesMax: number;
}

/** How long a queue may become. */
export interface QueueLimits {
  readonly waitMsMax: number;
  readonly waitingMax: number;
}
