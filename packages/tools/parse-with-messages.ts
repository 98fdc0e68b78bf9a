import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

const units: Readonly<Record<string, readonly [one: string, more: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function bounded(origin: string, bound: 'most' | 'least', limit: number | bigint): string {
  const unit = units[origin];
  return unit === undefined
    ? `must be at ${bound} ${limit}`
    : `must have at ${bound} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}`;
}

const typeNames: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };
const ofType = (expected: string): string => `must be of type ${typeNames[expected] ?? expected}`;

/** The accepted types, for unions whose members only differ in type. */
function alternatives(errors: readonly (readonly z.core.$ZodIssue[])[]): string {
  const types = errors.map(([issue]) => (issue?.code === 'invalid_type' ? issue.expected : null));
  return types.length === 0 || types.includes(null)
    ? 'has the wrong type or is out of bounds'
    : types
        .map((type, index) => (index === 0 ? ofType(type ?? '') : (typeNames[type ?? ''] ?? type)))
        .join(' or ');
}

/**
 * The default message of an issue, to follow the name of the field: `is required`, `must have at most 200 characters`.
 * Messages in the schema take precedence.
 */
function messageFor(issue: RawIssue): string {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue.expected);
    case 'too_big':
      return bounded(issue.origin, 'most', issue.maximum);
    case 'too_small':
      return bounded(issue.origin, 'least', issue.minimum);
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return alternatives(issue.errors);
    case 'unrecognized_keys':
      return `has unknown members: ${issue.keys.join(', ')}`;
    case 'invalid_format':
      return issue.format === 'regex' ? 'is not of the right form' : `is not a valid ${issue.format}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
      return 'is not valid';
  }
}

/** Like `safeParse`, with messages that read on from the name of the field. */
export function parseWithMessages<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  return schema.safeParse(value, { error: messageFor });
}
