import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from './failure.ts';
import type { JobEnd, ThreadMessage } from './pool-thread.ts';

/** Linux accepts a thread id as a process id here; elsewhere all threads keep one priority. */
function yieldToOthers(): void {
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Optional: without it the OS schedules all threads equally.
  }
}

/** All libraries of the tools together take up to 70 MB; one hostile text can leave twice as much for good. */
const keptHeapBytesMax = 96 * 2 ** 20;

const endOf = (end: JobEnd): ThreadMessage => ({
  ...end,
  isGrown: getHeapStatistics().total_heap_size > keptHeapBytesMax,
});

/** The main loop of a program that a pool starts in a thread: answers one job after the other. */
export function serveJobs<Job>(answer: (job: Job) => string | Promise<string>): void {
  async function reply(job: Job): Promise<JobEnd> {
    try {
      return { kind: 'done', result: await answer(job) };
    } catch (error) {
      return { kind: 'failed', failure: toFailure(error) };
    }
  }

  if ((workerData as { isBackground: boolean }).isBackground) yieldToOthers();
  parentPort?.on('message', (job: Job) => {
    void reply(job).then((end) => parentPort?.postMessage(endOf(end)));
  });
  parentPort?.postMessage({ kind: 'ready' } satisfies ThreadMessage);
}
