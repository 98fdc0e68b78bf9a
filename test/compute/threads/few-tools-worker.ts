import type { ToolCall } from '../../../compute/threads/tool-worker.ts';
import { serveJobs } from '../../../compute/threads/serve-jobs.ts';
import { runTool } from '../../../tools/run-tool.ts';
import { caseTools } from '../../../tools/text/case.ts';
import { cleanMarkupTools } from '../../../tools/text/clean-markup.ts';
import { diffTools } from '../../../tools/text/diff.ts';

/** Real tools, but few: to load the whole catalogue takes most of the time of a test that starts threads. */
const tools = new Map(
  [...caseTools, ...cleanMarkupTools, ...diffTools].map((tool) => [tool.id, tool] as const),
);

serveJobs<ToolCall>(async ({ toolId, params }) => {
  const tool = tools.get(toolId);
  if (tool === undefined) throw new Error(`The thread does not know the tool ${toolId}.`);
  return await runTool(tool, params);
});
