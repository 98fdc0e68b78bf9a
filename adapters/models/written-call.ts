import { capabilities } from '#capabilities/index.ts';
import { parseJson } from '#domain/json-value.ts';

/**
 * Signs of a call that a model wrote into its text, because its server does not turn the calls of this model into calls. A
 * call that an answer quotes within a line does not count.
 */

const names = capabilities.map(({ name }) => name).join('|');

/** How the templates of models begin a call. */
const marks =
  /^[ \t]*(?:<\|?(?:tool_calls?|function_calls?|tool_use|python_tag|action_start)\b|<function=|<invoke name=|\[TOOL_CALLS?\]|<\|channel\|>commentary to=functions)/im;

/** As code: a line that begins with the name and its brackets. */
const asCode = new RegExp(`^[ \\t]*(?:functions\\.|tools?\\.)?(?:${names})\\s*\\(`, 'm');

/** The content of a fence, and the rest without its fences. */
const fences = /```[\w-]*\n?([^]*?)```/g;

/** The answer has, or is, a call in writing. */
export const isWrittenCall = (text: string): boolean =>
  marks.test(text) ||
  asCode.test(text) ||
  [text, ...[...text.matchAll(fences)].map(([, inside = '']) => inside)].some(isCallInJson);

function isCallInJson(text: string): boolean {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return false;
  const value = parseJson(trimmed)?.value;
  return (Array.isArray(value) ? value : [value]).some(namesCapability);
}

/** In one of the shapes that models are trained on: `{"name", "arguments"}`, or that within `function`. */
function namesCapability(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { name, tool, tool_name: toolName, function: inner, action } = value as Record<string, unknown>;
  return [name, tool, toolName, inner, action].some(
    (one) => capabilities.some((capability) => capability.name === one) || namesCapability(one),
  );
}
