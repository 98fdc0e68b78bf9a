import { findAlias } from './aliases.ts';
import type { Tool } from './tool.ts';

export interface ResolvedCall {
  readonly tool: Tool;
  /** With those that an alias stands for; the caller's win. */
  readonly params: unknown;
}

/** The tool of an id or of another name for it. */
export function resolveCall(
  tools: ReadonlyMap<string, Tool>,
  id: string,
  params: unknown,
): ResolvedCall | undefined {
  const known = tools.get(id);
  if (known !== undefined) return { tool: known, params };
  const alias = findAlias(id);
  const tool = alias && tools.get(alias.id);
  if (tool === undefined) return undefined;
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params);
  return { tool, params: isObject ? { ...alias?.params, ...params } : params };
}
