import { randomUUID } from 'node:crypto';

import type { Redis } from '../connection/connect.ts';
import { openSubscriber, type Subscriber } from '../live/subscriber.ts';
import { ResultMessage } from './result-messages.ts';

export interface AwaitedResults {
  /** The channel on which workers publish the results that this process waits for. */
  readonly channel: string;
  /** Calls `onResult` once, when the result of the job is told, which may never be. The returned function ends the wait. */
  wait(jobId: string, onResult: (result: unknown) => void): () => void;
  close(): void;
}

interface Deps {
  readonly redis: Redis;
  readonly logger: { readonly warn: (fields: object, message: string) => void };
}

/** Results of jobs as workers tell them, on one connection for the process, opened with the first job. */
export function createAwaitedResults({ redis, logger }: Deps): AwaitedResults {
  const channel = `results:${randomUUID()}`;
  const waiting = new Map<string, (result: unknown) => void>();
  let subscriber: Subscriber | null = null;

  function onMessage(message: string): void {
    const told = ResultMessage.safeDecode(message).data;
    if (told === undefined) return;
    waiting.get(told.jobId)?.(told.result);
    waiting.delete(told.jobId);
  }

  function open(): Subscriber {
    const opened = openSubscriber({ redis, logger, onMessage, onReady: () => undefined });
    opened.add(channel, () => undefined);
    return opened;
  }

  return {
    channel,
    wait(jobId, onResult) {
      subscriber ??= open();
      waiting.set(jobId, onResult);
      return () => void waiting.delete(jobId);
    },
    close: () => subscriber?.close(),
  };
}
