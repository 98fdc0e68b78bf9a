/** Errors of the language: a defect of ours, or an input that was not foreseen. Trying again does not help. */
export const defectNames = [
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
] as const;

const names: readonly string[] = defectNames;

/** True for an error of our own code; false for whatever a server, a connection or a time limit throws. */
export const isDefect = (error: unknown): boolean => error instanceof Error && names.includes(error.name);
