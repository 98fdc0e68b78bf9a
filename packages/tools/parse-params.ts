import type { z } from 'zod';
import { parseWithMessages } from './parse-with-messages.ts';
import { ToolError } from './tool-error.ts';
import { namedAsKnown, similarParam } from './param-names.ts';
import { asWanted } from './param-values.ts';
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
function unknownParam(tool: Described, name: string, given: ReadonlySet<string>): ToolError {
  const written = name.slice(0, 100);
  const similar = similarParam(written, Object.keys(tool.params.shape), given);
  const meant = similar === undefined ? '' : ` Did you mean params.${similar}?`;
  return new ToolError('INVALID_REQUEST', `params.${written} is not a param of ${tool.id}.${meant}`, {
    hint: listOfParams(tool),
    field: `params.${written}`,
  });
}

/** The refusal of params that do not match the schema; names the first invalid field. */
function refuseParams(tool: Described, error: z.core.$ZodError, input: unknown): ToolError {
  // A misspelt param is also reported as missing; the misspelling is more useful.
  const issue = error.issues.find(isUnknownParam) ?? error.issues[0];
  if (issue === undefined) return new ToolError('INVALID_REQUEST', 'params is not valid.');
  if (isUnknownParam(issue)) {
    return unknownParam(tool, issue.keys[0] ?? '', keysOf(input));
  }
  const field = ['params', ...issue.path.map(String)].join('.');
  const value = isContainer(input) ? (input as Record<string, unknown>)[String(issue.path[0])] : undefined;
  const isWantedAsText = issue.code === 'invalid_type' && issue.expected === 'string';
  if (isWantedAsText && issue.path.length === 1 && isContainer(value))
    return new ToolError('INVALID_REQUEST', `${field} ${issue.message}.`, {
      hint: 'Send the JSON as text.',
      field,
    });
  return new ToolError('INVALID_REQUEST', `${field} ${issue.message}.`, { hint: listOfParams(tool), field });
}

function keysOf(value: unknown): ReadonlySet<string> {
  return new Set(isContainer(value) && !Array.isArray(value) ? Object.keys(value as object) : []);
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Params under the names and in the types that the tool knows. */
function prepared(tool: Described, params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { shape } = tool.params;
  const named = Object.entries(namedAsKnown(params, Object.keys(shape)));
  return Object.fromEntries(
    named.map(([name, value]) => {
      const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, schema === undefined ? value : asWanted(schema, value)];
    }),
  );
}

/** Parses params with the tool's schema. Throws INVALID_REQUEST; the message names the first invalid field. */
export function parseParams(tool: Described, params: unknown): unknown {
  const isObject = isContainer(params) && !Array.isArray(params);
  const given = keysOf(params);
  // An ordinary member in JSON, but the schema ignores it.
  if (given.has('__proto__')) throw unknownParam(tool, '__proto__', given);
  const input = isObject ? prepared(tool, params as Readonly<Record<string, unknown>>) : params;
  const parsed = parseWithMessages(tool.params, input);
  if (parsed.success) return parsed.data;
  throw refuseParams(tool, parsed.error, input);
}
