import { threadId } from 'node:worker_threads';
import { serveJobs } from '#compute/threads/serve-jobs.ts';

const kept: number[][] = [];

/** Keeps as much memory as a job says, and answers with the number of its thread. */
serveJobs<{ readonly megabytes: number }>(({ megabytes }) => {
  kept.push(Array.from<number>({ length: (megabytes * 2 ** 20) / 8 }).fill(0.5));
  return String(threadId);
});
