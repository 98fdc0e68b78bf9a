import { errorCatalogue, type ErrorCode } from '../../contracts/errors.ts';

/** The status that a code is answered with; the public API has its own for some. */
export function statusOfError(code: ErrorCode, isPublic: boolean): number {
  const row: { readonly status: number; readonly publicStatus?: number } = errorCatalogue[code];
  return isPublic ? (row.publicStatus ?? row.status) : row.status;
}
