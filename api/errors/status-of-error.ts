import { errorCatalogue, type ErrorCode } from '#contracts/errors.ts';

/** The HTTP status of a code; the public API overrides some. */
export function statusOfError(code: ErrorCode, isPublic: boolean): number {
  const row: { readonly status: number; readonly publicStatus?: number } = errorCatalogue[code];
  return isPublic ? (row.publicStatus ?? row.status) : row.status;
}
