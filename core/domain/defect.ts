/** Error names of the language: a bug of ours or an unforeseen input. A retry does not help. */
const defectNames = [
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
] as const;

/**
 * Names of errors that no retry of a step mends: defects, a record that is gone, and one that does not fit its schema.
 * Temporal knows an error by its name.
 */
export const finalErrorNames: readonly string[] = [...defectNames, 'RecordMissing', 'ZodError'];

const names: readonly string[] = defectNames;

/** True for a bug in our code; false for errors of servers, connections and time limits. */
export const isDefect = (error: unknown): boolean => error instanceof Error && names.includes(error.name);

/** True for an error that no retry mends; see {@link finalErrorNames}. */
export const isFinalError = (error: unknown): boolean =>
  error instanceof Error && finalErrorNames.includes(error.name);
