import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { Mistakes } from './validator.ts';

const expectedCharsMax = 300;

/**
 * A sentence with the place and what is expected there, out of the schema alone: nothing of the value, which may quote what
 * a sender wrote.
 */
export function describeMistake(
  schema: AnswerSchema,
  { instancePath, keyword, message = 'does not fit', params }: Mistakes[number],
): string {
  const place = instancePath
    .split('/')
    .map((name) => (name === '' || /^\d+$/.test(name) || namesMember(schema, unescaped(name)) ? name : '*'))
    .join('/');
  const { allowedValues, allowedValue } = params as { allowedValues?: unknown; allowedValue?: unknown };
  const expected = keyword === 'enum' ? allowedValues : keyword === 'const' ? allowedValue : undefined;
  const values = expected === undefined ? '' : `: ${JSON.stringify(expected).slice(0, expectedCharsMax)}`;
  return `${place === '' ? 'the JSON' : place} ${message}${values}.`;
}

/** Whether the schema has a member of that name, or something that is called so. */
function namesMember(schema: unknown, name: string): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.hasOwn(schema, name) || Object.values(schema).some((member) => namesMember(member, name));
}

const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
