import { z } from 'zod';

import { parseWithMessages } from '@reveille/tools';
import { DomainError } from '#domain/domain-error.ts';
import type { InputWording } from './input-wording.ts';
import { suggestKey } from './suggest-key.ts';

interface InputOptions {
  /** Names the value in the message when an issue has no path. */
  readonly whole: string;
  /** Names a key in the message, as in `filters is not a member of this body`. */
  readonly keyOf: string;
  /** Keys that are ignored although the schema does not define them. */
  readonly answeredKeys?: readonly string[];
  readonly wording: InputWording;
}

/**
 * Parses a part of a request. Unknown keys are ignored unless they look like a typo of a known one. Throws
 * INVALID_REQUEST, which names the first invalid field.
 */
export function parseInput<T>(
  schema: z.ZodType<T>,
  value: unknown,
  { whole, keyOf, answeredKeys = [], wording }: InputOptions,
): T {
  if (wording.suggestsKeys && schema instanceof z.ZodObject && isObject(value))
    refuseSlip(Object.keys(value), Object.keys(schema.shape), { keyOf, answeredKeys });
  const result = parseWithinStack(schema, value, whole);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.');
  throw new DomainError('INVALID_REQUEST', wording.invalid(issue, whole), field ? { field } : {});
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refuseSlip(
  written: readonly string[],
  known: readonly string[],
  { keyOf, answeredKeys }: { readonly keyOf: string; readonly answeredKeys: readonly string[] },
): void {
  const slip = suggestKey(written, known, answeredKeys);
  if (slip === null) return;
  const { name, meant } = slip;
  throw new DomainError('INVALID_REQUEST', `${name} is not ${keyOf}. Did you mean ${meant}?`, {
    field: name,
    hint: `Rename ${name} or leave it out; names are ${known.join(', ')}.`,
  });
}

/** A recursive schema overflows the stack on nesting that JSON.parse still accepts. */
function parseWithinStack<T>(schema: z.ZodType<T>, value: unknown, whole: string) {
  try {
    return parseWithMessages(schema, value);
  } catch (error) {
    if (error instanceof RangeError)
      throw new DomainError('INVALID_REQUEST', `${whole}: is nested too deeply`);
    throw error;
  }
}
