import type { ToolCall } from '#compute/threads/tool-worker.ts';
import { serveJobs } from '#compute/threads/serve-jobs.ts';
import { runTool } from '#tools/run-tool.ts';
import { tools as caseTools } from '#tools/text/case.ts';
import { tools as cleanMarkupTools } from '#tools/text/clean-markup.ts';
import { tools as diffTools } from '#tools/text/diff.ts';

/** Real tools, loaded before the first call: what a test does to a thread meets a call that runs, not one that loads. */
const tools = new Map(
  [...caseTools, ...cleanMarkupTools, ...diffTools].map((tool) => [tool.id, tool] as const),
);

serveJobs<ToolCall>(async ({ toolId, params }) => {
  const tool = tools.get(toolId);
  if (tool === undefined) throw new Error(`The thread does not know the tool ${toolId}.`);
  return await runTool(tool, params);
});
