import { waitlistColumns } from './columns.ts';

const lastColumn = String.fromCodePoint(64 + waitlistColumns.length);
const plainTitle = /^[\p{L}\p{N}_]+$/u;
const looksLikeCell = /^([A-Za-z]{1,3}\d+|[Rr]\d*[Cc]\d*)$/;

/** A1 notation of a row, such as `Waitlist!A2:C2` or `'Early Access'!A12:C12`. Row 1 is the header. */
export function rowRange(title: string, row: number): string {
  return `${quotedTitle(title)}!A${row}:${lastColumn}${row}`;
}

/** The title as written before the `!`: quoted if it has more than letters and digits, or looks like a cell. */
export function quotedTitle(title: string): string {
  if (plainTitle.test(title) && !looksLikeCell.test(title)) return title;
  return `'${title.replaceAll("'", "''")}'`;
}
