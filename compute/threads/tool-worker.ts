import { serveJobs } from './serve-jobs.ts';
import { textTools } from './text-tools.ts';

/** A call of a tool with params that were parsed. */
export interface ToolCall {
  readonly toolId: string;
  readonly params: unknown;
}

const { findTool, runTool } = textTools;

serveJobs<ToolCall>(async ({ toolId, params }) => {
  const tool = findTool(toolId);
  if (tool === undefined) throw new Error(`The thread does not know the tool ${toolId}.`);
  return await runTool(tool, params);
});
