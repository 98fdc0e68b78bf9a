import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from './failure.ts';
import type { ThreadMessage } from './pool-thread.ts';

/** Linux accepts a thread id as a process id here; elsewhere all threads keep one priority. */
function yieldToOthers(): void {
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Optional: without it the OS schedules all threads equally.
  }
}

/** The main loop of a program that a pool starts in a thread: answers one job after the other. */
export function serveJobs<Job>(answer: (job: Job) => string | Promise<string>): void {
  async function reply(job: Job): Promise<ThreadMessage> {
    try {
      return { kind: 'done', result: await answer(job) };
    } catch (error) {
      return { kind: 'failed', failure: toFailure(error) };
    }
  }

  if ((workerData as { isBackground: boolean }).isBackground) yieldToOthers();
  parentPort?.on('message', (job: Job) => {
    void reply(job).then((message) => parentPort?.postMessage(message));
  });
  parentPort?.postMessage({ kind: 'ready' } satisfies ThreadMessage);
}
