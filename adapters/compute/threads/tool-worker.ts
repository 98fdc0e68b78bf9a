import { parentPort } from 'node:worker_threads';
import { loadTool, runTool, watchLoading } from '@reveille/tools';
import type { ThreadMessage } from './pool-thread.ts';
import { serveJobs } from './serve-jobs.ts';

export interface ToolCall {
  /** The number of the file that defines the tool: the thread loads no other. */
  readonly file: number;
  readonly toolId: string;
  readonly params: unknown;
}

const tell = (message: ThreadMessage): void => parentPort?.postMessage(message);

// The clock of a call stands still while its tool or a library is loaded, which may take long on a busy machine.
watchLoading((isLoading) => tell({ kind: isLoading ? 'loading' : 'loaded' }));
// No `await` at the top level, here or in what this imports: V8 ends the whole process when a thread is terminated in the
// moment in which such a module is evaluated.
serveJobs<ToolCall>(async ({ file, toolId, params }) => runTool(await loadTool(file, toolId), params));
