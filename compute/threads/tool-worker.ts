import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from './pool-thread.ts';
import { serveJobs } from './serve-jobs.ts';
import { textTools } from './text-tools.ts';

/** A call of a tool with params that were parsed. */
export interface ToolCall {
  readonly toolId: string;
  readonly params: unknown;
}

const { findTool, runTool, watchLoading } = textTools;

// The clock of a call stands still while a library is loaded, which may take long on a busy machine.
watchLoading((isLoading) =>
  parentPort?.postMessage({ kind: isLoading ? 'loading' : 'loaded' } satisfies ThreadMessage),
);

serveJobs<ToolCall>(async ({ toolId, params }) => {
  const tool = findTool(toolId);
  if (tool === undefined) throw new Error(`The thread does not know the tool ${toolId}.`);
  return await runTool(tool, params);
});
