import { ToolError } from '@reveille/tools';

/** A failed call as a thread reports it; plain data, because class instances do not survive structured cloning. */
export type Failure =
  | {
      readonly kind: 'refused';
      readonly code: ToolError['code'];
      readonly message: string;
      readonly hint?: string;
    }
  | { readonly kind: 'crashed'; readonly message: string; readonly stack: string };

const stackOverflow = 'Maximum call stack size exceeded';
const tooLong = 'Invalid string length';

/** Limits of the JS engine are limits of the tool: the caller can act on them, so they are not crashes. */
function asRefusal(error: unknown): ToolError | undefined {
  if (error instanceof ToolError) return error;
  if (!(error instanceof RangeError)) return undefined;
  if (error.message.startsWith(stackOverflow)) {
    return new ToolError('TOOL_LIMIT_EXCEEDED', 'The input is nested too deeply or too large for this tool.');
  }
  return error.message.startsWith(tooLong)
    ? new ToolError('TOOL_LIMIT_EXCEEDED', 'The result would be too large.')
    : undefined;
}

export function toFailure(error: unknown): Failure {
  const refusal = asRefusal(error);
  if (refusal !== undefined) {
    const { code, message, hint } = refusal;
    return { kind: 'refused', code, message, ...(hint === undefined ? {} : { hint }) };
  }
  return error instanceof Error
    ? { kind: 'crashed', message: error.message, stack: error.stack ?? '' }
    : { kind: 'crashed', message: String(error), stack: '' };
}

export function toError(failure: Failure): Error {
  if (failure.kind === 'refused') {
    const details = failure.hint === undefined ? {} : { hint: failure.hint };
    return new ToolError(failure.code, failure.message, details);
  }
  const error = new Error(failure.message);
  error.stack = failure.stack;
  return error;
}
