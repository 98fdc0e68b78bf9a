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

/** The refusal of an unknown param; suggests the nearest known one. */
function unknownParam(tool: Described, name: string): ToolError {
  const written = name.slice(0, 100);
  const [similar] = nearest(written, Object.keys(tool.params.shape), 1);
  const meant = similar === undefined ? '' : ` Did you mean params.${similar}?`;
  return new ToolError('INVALID_REQUEST', `params.${written} is not a param of ${tool.id}.${meant}`, {
    hint: listOfParams(tool),
  });
}

/** The refusal of params that do not match the schema; names the first invalid field. */
function refuseParams(tool: Described, error: z.core.$ZodError): ToolError {
  // A misspelt param is also reported as missing; the misspelling is more useful.
  const issue = error.issues.find(isUnknownParam) ?? error.issues[0];
  if (issue === undefined) return new ToolError('INVALID_REQUEST', 'params is not valid.');
  if (isUnknownParam(issue)) {
    return unknownParam(tool, issue.keys[0] ?? '');
  }
  const field = ['params', ...issue.path.map(String)].join('.');
  return new ToolError('INVALID_REQUEST', `${field} ${issue.message}.`, { hint: listOfParams(tool) });
}

/** Parses params with the tool's schema. Throws INVALID_REQUEST; the message names the first invalid field. */
export function parseParams(tool: Described, params: unknown): unknown {
  // An ordinary member in JSON, but the schema ignores it.
  if (typeof params === 'object' && params !== null && Object.hasOwn(params, '__proto__'))
    throw unknownParam(tool, '__proto__');
  const parsed = parseWithMessages(tool.params, params);
  if (parsed.success) return parsed.data;
  throw refuseParams(tool, parsed.error);
}
