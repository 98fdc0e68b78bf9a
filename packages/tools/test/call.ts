import { parseParams } from '#tools/parse-params.ts';
import { loadTextTools } from '#tools/registry.ts';
import { runTool } from '#tools/run-tool.ts';

const { findTool } = await loadTextTools();

/** Runs a tool in this thread, as a worker thread would; throws what the tool throws. */
export async function call(id: string, params: Record<string, unknown>): Promise<string> {
  const tool = findTool(id);
  if (tool === undefined) throw new Error(`There is no tool ${id}.`);
  return runTool(tool, parseParams(tool, params));
}

/** The result of a tool that gives JSON. */
export async function callJson<Result>(id: string, params: Record<string, unknown>): Promise<Result> {
  return JSON.parse(await call(id, params)) as Result;
}
