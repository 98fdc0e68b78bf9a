import { ToolError } from './tool-error.ts';

/** Input that cannot be read or decoded; the message names the field. */
export function invalid(message: string): ToolError {
  return new ToolError('INVALID_REQUEST', message);
}

export function overLimit(message: string): ToolError {
  return new ToolError('TOOL_LIMIT_EXCEEDED', message);
}
