import { errorCatalogue, type ErrorCode } from '#contracts/errors.ts';

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  /** Default: the hint of the code. */
  readonly hint?: string | undefined;
}

/** The four members of every error; `error` is a legacy alias of `message`. */
export function errorBody({ code, message, hint = errorCatalogue[code].hint }: Refusal) {
  return { error: message, code, message, hint };
}
