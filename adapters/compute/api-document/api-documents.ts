import { ToolError } from '@reveille/tools';

import { DomainError } from '#domain/domain-error.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '../threads/worker-pool.ts';
import type { DocumentAnswer } from './api-document-worker.ts';

export interface ApiDocuments {
  /** Throws DomainError INTERNAL_ERROR while the thread is taken for too long. `caller`: callers take turns. */
  readonly read: (bytes: Uint8Array, caller: string) => Promise<DocumentAnswer>;
  readonly close: () => Promise<void>;
}

const defaults: WorkerPoolOptions = {
  program: new URL('./api-document-worker.ts', import.meta.url),
  threads: 1,
  timeoutMs: 15_000,
  elapsedMsMax: 30_000,
  // A document of 20 MB has a million values.
  memoryBytesMax: 512 * 2 ** 20,
  waitMsMax: 30_000,
  waitingMax: 20,
  isBackground: true,
};

/** Reads documents of APIs in a thread that the first one starts. */
export function createApiDocuments({
  onCrash,
  ...options
}: Partial<WorkerPoolOptions> & { readonly onCrash: (error: unknown) => void }): ApiDocuments {
  let pool: WorkerPool | undefined;
  let isClosed = false;

  async function read(bytes: Uint8Array, caller: string): Promise<DocumentAnswer> {
    if (isClosed) throw new Error('The reader of documents is closed.');
    pool ??= createWorkerPool({ ...defaults, ...options });
    try {
      return JSON.parse(await pool.run({ bytes }, caller)) as DocumentAnswer;
    } catch (error) {
      if (isClosed || error instanceof DomainError) throw error;
      if (!(error instanceof ToolError)) onCrash(error);
      return {
        kind: 'refused',
        message:
          'The document takes too much time or memory to read. Give a smaller one, or the same as JSON.',
      };
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    await pool?.close();
  }

  return { read, close };
}
