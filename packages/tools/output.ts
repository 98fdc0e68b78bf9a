import { ToolError } from './tool-error.ts';

/** UTF-16 units in one result. */
export const outputCharsMax = 1_000_000;

/** Call with the length of a result before building it; throws TOOL_LIMIT_EXCEEDED above the limit. */
export function assertOutputFits(chars: number): void {
  if (chars > outputCharsMax) {
    throw new ToolError(
      'TOOL_LIMIT_EXCEEDED',
      `The result would have ${chars} characters; at most ${outputCharsMax} are allowed.`,
    );
  }
}

/** Joins after checking that the result fits. */
export function joinWithinLimit(parts: readonly string[], separator: string): string {
  let chars = Math.max(0, parts.length - 1) * separator.length;
  for (const part of parts) chars += part.length;
  assertOutputFits(chars);
  return parts.join(separator);
}

/** Lower bound on the length of JSON.stringify(value, null, 2); ignores escapes. */
function jsonCharsAtLeast(value: unknown, indent: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 1;
  const isList = Array.isArray(value);
  let chars = 2;
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    chars += indent + 2 + (isList ? 0 : key.length + 4) + jsonCharsAtLeast(member, indent + 2);
    assertOutputFits(chars);
  }
  return chars;
}

/** Serialises a structured result as JSON with two-space indent. `value` must be shallow and built by us. */
export function jsonText(value: unknown): string {
  assertOutputFits(jsonCharsAtLeast(value, 0));
  return JSON.stringify(value, null, 2);
}
