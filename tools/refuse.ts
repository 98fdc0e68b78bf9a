import { ToolError } from './tool-error.ts';

/** What cannot be read or decoded; the message names the field. */
export function invalid(message: string): ToolError {
  return new ToolError('INVALID_REQUEST', message);
}

/** What could be read, but would cost too much. */
export function overLimit(message: string): ToolError {
  return new ToolError('TOOL_LIMIT_EXCEEDED', message);
}
