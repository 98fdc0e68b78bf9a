import { ToolError } from '@reveille/tools';

import type { BodySearch, SearchAnswer, SearchedBody } from '#contracts/body-search.ts';
import { DomainError } from '#domain/domain-error.ts';
import { threadBytesMax } from '../memory.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '../threads/worker-pool.ts';
import type { SearchJob } from './body-search-worker.ts';

export interface BodySearches {
  /** Throws DomainError INTERNAL_ERROR while the threads are taken for too long. `caller`: callers take turns. */
  readonly search: (body: SearchedBody, search: BodySearch, caller: string) => Promise<SearchAnswer>;
  readonly close: () => Promise<void>;
}

const defaults: WorkerPoolOptions = {
  program: new URL('./body-search-worker.ts', import.meta.url),
  threads: 2,
  timeoutMs: 5_000,
  // Whoever waits asks again: a step of a run is given fifteen seconds, of which it may have waited five.
  elapsedMsMax: 9_000,
  memoryBytesMax: threadBytesMax,
  waitMsMax: 5_000,
  waitingMax: 200,
  isBackground: true,
};

/** Searches in bodies, in threads: a path may ask for any amount of work. The first search starts them. */
export function createBodySearches({
  onCrash,
  ...options
}: Partial<WorkerPoolOptions> & { readonly onCrash: (error: unknown) => void }): BodySearches {
  let pool: WorkerPool | undefined;
  let isClosed = false;

  async function search(body: SearchedBody, asked: BodySearch, caller: string): Promise<SearchAnswer> {
    if (isClosed) throw new Error('The searches are closed.');
    pool ??= createWorkerPool({ ...defaults, ...options });
    try {
      const job: SearchJob = { body, search: asked };
      return JSON.parse(await pool.run(job, caller)) as SearchAnswer;
    } catch (error) {
      if (isClosed || error instanceof DomainError) throw error;
      if (!(error instanceof ToolError)) onCrash(error);
      return {
        kind: 'refused',
        message: 'The search took too much time or memory. Ask for less: a simpler path.',
      };
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    await pool?.close();
  }

  return { search, close };
}
