import type { z } from 'zod';
import { DomainError } from '../domain/domain-error.ts';
import { nearestParam } from './registry.ts';
import type { Tool } from './tool.ts';

type Issue = z.core.$ZodIssue;

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

function isTooLarge(issue: Issue & { code: 'too_big' }): string {
  const unit = units[issue.origin];
  return unit === undefined
    ? `must be at most ${issue.maximum}`
    : `must have at most ${issue.maximum} ${unit}`;
}

function isTooSmall(issue: Issue & { code: 'too_small' }): string {
  const unit = units[issue.origin];
  return unit === undefined
    ? `must be at least ${issue.minimum}`
    : `must have at least ${issue.minimum} ${unit}`;
}

/** What is wrong with the field, as the end of a sentence that begins with its name. */
function complaint(issue: Issue, isMissing: boolean): string {
  if (isMissing) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be of type ${issue.expected === 'int' ? 'integer' : issue.expected}`;
    case 'too_big':
      return isTooLarge(issue);
    case 'too_small':
      return isTooSmall(issue);
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return 'has the wrong type or is out of bounds';
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'unrecognized_keys':
      return issue.message;
  }
}

function isMissingAt(params: unknown, path: readonly PropertyKey[]): boolean {
  let value: unknown = params;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = Object.hasOwn(value, key) ? (value as Record<PropertyKey, unknown>)[key] : undefined;
  }
  return value === undefined;
}

type Described = Pick<Tool, 'id' | 'params'>;

function listOfParams(tool: Described): string {
  const names = Object.keys(tool.params.shape);
  return names.length === 0 ? `${tool.id} takes no params.` : `${tool.id} takes ${names.join(', ')}.`;
}

function isUnknownParam(issue: Issue): issue is Issue & { code: 'unrecognized_keys' } {
  return issue.code === 'unrecognized_keys' && issue.path.length === 0;
}

/** The refusal for a param that the tool does not have; it names the nearest one that it has. */
function unknownParam(tool: Described, name: string): DomainError {
  const written = name.slice(0, 100);
  const nearest = nearestParam(tool, written);
  const meant = nearest === undefined ? '' : ` Did you mean params.${nearest}?`;
  return new DomainError('INVALID_REQUEST', `params.${written} is not a param of ${tool.id}.${meant}`, {
    hint: listOfParams(tool),
  });
}

/** The refusal for params that do not fit the tool's schema; its message names the first wrong field. */
function refuseParams(tool: Described, params: unknown, error: z.core.$ZodError): DomainError {
  // A misspelt name is also a missing one; the misspelling tells the caller more.
  const issue = error.issues.find(isUnknownParam) ?? error.issues[0];
  if (issue === undefined) return new DomainError('INVALID_REQUEST', 'params is not valid.');
  if (isUnknownParam(issue)) {
    return unknownParam(tool, issue.keys[0] ?? '');
  }
  const field = ['params', ...issue.path.map(String)].join('.');
  const isMissing = issue.path.length > 0 && isMissingAt(params, issue.path);
  return new DomainError('INVALID_REQUEST', `${field} ${complaint(issue, isMissing)}.`, {
    hint: listOfParams(tool),
  });
}

/** The params of a call by the tool's schema. Throws INVALID_REQUEST; the message names the first wrong field. */
export function parseParams(tool: Described, params: unknown): unknown {
  // In JSON a member like any other, which the schema passes over.
  if (typeof params === 'object' && params !== null && Object.hasOwn(params, '__proto__'))
    throw unknownParam(tool, '__proto__');
  const parsed = tool.params.safeParse(params);
  if (parsed.success) return parsed.data;
  throw refuseParams(tool, params, parsed.error);
}
