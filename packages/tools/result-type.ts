import { z } from 'zod';

/** How a program reads a result: JSON text, a list with an entry a line, or text as it is. */
export const ResultType = z.enum(['json', 'lines', 'text']);
export type ResultType = z.infer<typeof ResultType>;

interface Described {
  readonly summary: string;
  readonly resultType?: ResultType;
  readonly example: { readonly result: string };
}

/** As the tool says, else as its summary and its example show. */
export function resultTypeOf({ resultType, summary, example }: Described): ResultType {
  if (resultType !== undefined) return resultType;
  if (/^[[{]/.test(example.result) && isJson(example.result)) return 'json';
  return /\ba line each\b|\bone a line\b|, into lines\b/i.test(summary) ? 'lines' : 'text';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
