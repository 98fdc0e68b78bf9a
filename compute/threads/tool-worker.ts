import { parentPort } from 'node:worker_threads';
import { loadTextTools } from '@reveille/tools';
import type { ThreadMessage } from './pool-thread.ts';
import { serveJobs } from './serve-jobs.ts';

/** A call of a tool with params that were parsed. */
export interface ToolCall {
  readonly toolId: string;
  readonly params: unknown;
}

const tell = (message: ThreadMessage): void => parentPort?.postMessage(message);

/**
 * Not an `await` at the top level, here or in what this imports: V8 ends the whole process when a thread is terminated
 * in the moment in which such a module is evaluated.
 */
async function serveTools(): Promise<void> {
  const { findTool, runTool, watchLoading } = await loadTextTools();
  // The clock of a call stands still while a library is loaded, which may take long on a busy machine.
  watchLoading((isLoading) => tell({ kind: isLoading ? 'loading' : 'loaded' }));
  serveJobs<ToolCall>(async ({ toolId, params }) => {
    const tool = findTool(toolId);
    if (tool === undefined) throw new Error(`The thread does not know the tool ${toolId}.`);
    return await runTool(tool, params);
  });
}

void serveTools();
