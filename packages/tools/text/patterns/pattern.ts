import { RE2JS, RE2JSException } from 're2js';
import { z } from 'zod';
import { ToolError } from '../../tool-error.ts';

export const patternParam = z
  .string()
  .min(1)
  .max(500)
  .describe('Regular expression in RE2 syntax: no look-around and no back-references.');

export const patternFlagsParam = z
  .string()
  .regex(/^[ims]*$/, 'may hold i (any case), m (^ and $ at each line) and s (. takes line breaks)')
  .max(3)
  .default('')
  .describe('Any of i (any case), m (^ and $ at each line), s (. takes line breaks).');

const flagBits: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/** Callers' patterns run only on this engine, whose time is linear in the text. */
export function compilePattern(pattern: string, flags: string): RE2JS {
  let bits = 0;
  for (const flag of flags) bits |= flagBits[flag] ?? 0;
  try {
    return RE2JS.compile(pattern, bits);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new ToolError('INVALID_REQUEST', `params.pattern cannot be used: ${error.message}.`, {
      hint: 'Patterns are in RE2 syntax: look-around such as (?=…) and back-references such as \\1 do not exist, and repeats are at most 1000.',
    });
  }
}
