import { assertOutputFits } from './output.ts';
import type { Tool } from './tool.ts';

/** Runs a tool on parsed params; throws TOOL_LIMIT_EXCEEDED if the result is too large. */
export async function runTool(tool: Tool, parsedParams: unknown): Promise<string> {
  // A lone surrogate, for example from a separator, cannot be encoded in a response.
  const result = (await tool.run(parsedParams as never)).toWellFormed();
  assertOutputFits(result.length);
  return result;
}
