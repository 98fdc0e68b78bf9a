import { errorCatalogue, type ErrorCode } from '../../contracts/errors.ts';

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  /** Absent: that of the code. */
  readonly hint?: string | undefined;
}

/** The four members of every error; `error` is the older name of `message`. */
export function errorBody({ code, message, hint = errorCatalogue[code].hint }: Refusal) {
  return { error: message, code, message, hint };
}
