import { assertOutputFits } from './output.ts';
import type { Tool } from './tool.ts';

/** Runs a tool on params that its own schema has parsed; throws TOOL_LIMIT_EXCEEDED for a result too large. */
export async function runTool(tool: Tool, parsedParams: unknown): Promise<string> {
  // Half a character, from a separator for example, could not be written in an answer.
  const result = (await tool.run(parsedParams as never)).toWellFormed();
  assertOutputFits(result.length);
  return result;
}
