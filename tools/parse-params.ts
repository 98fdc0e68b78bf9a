import type { z } from 'zod';
import { parseWithMessages } from './parse-with-messages.ts';
import { ToolError } from './tool-error.ts';
import { nearest } from './nearest.ts';
import type { Tool } from './tool.ts';

type Issue = z.core.$ZodIssue;

type Described = Pick<Tool, 'id' | 'params'>;

function listOfParams(tool: Described): string {
  const names = Object.keys(tool.params.shape);
  return names.length === 0 ? `${tool.id} takes no params.` : `${tool.id} takes ${names.join(', ')}.`;
}

function isUnknownParam(issue: Issue): issue is Issue & { code: 'unrecognized_keys' } {
  return issue.code === 'unrecognized_keys' && issue.path.length === 0;
}

/** The refusal for a param that the tool does not have; it names the nearest one that it has. */
function unknownParam(tool: Described, name: string): ToolError {
  const written = name.slice(0, 100);
  const [similar] = nearest(written, Object.keys(tool.params.shape), 1);
  const meant = similar === undefined ? '' : ` Did you mean params.${similar}?`;
  return new ToolError('INVALID_REQUEST', `params.${written} is not a param of ${tool.id}.${meant}`, {
    hint: listOfParams(tool),
  });
}

/** The refusal for params that do not fit the tool's schema; its message names the first wrong field. */
function refuseParams(tool: Described, error: z.core.$ZodError): ToolError {
  // A misspelt name is also a missing one; the misspelling tells the caller more.
  const issue = error.issues.find(isUnknownParam) ?? error.issues[0];
  if (issue === undefined) return new ToolError('INVALID_REQUEST', 'params is not valid.');
  if (isUnknownParam(issue)) {
    return unknownParam(tool, issue.keys[0] ?? '');
  }
  const field = ['params', ...issue.path.map(String)].join('.');
  return new ToolError('INVALID_REQUEST', `${field} ${issue.message}.`, { hint: listOfParams(tool) });
}

/** The params of a call by the tool's schema. Throws INVALID_REQUEST; the message names the first wrong field. */
export function parseParams(tool: Described, params: unknown): unknown {
  // In JSON a member like any other, which the schema passes over.
  if (typeof params === 'object' && params !== null && Object.hasOwn(params, '__proto__'))
    throw unknownParam(tool, '__proto__');
  const parsed = parseWithMessages(tool.params, params);
  if (parsed.success) return parsed.data;
  throw refuseParams(tool, parsed.error);
}
