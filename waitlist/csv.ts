import { waitlistColumns, type WaitlistRow } from '../contracts/waitlist.ts';

/** The rows as CSV after RFC 4180, piece by piece, the header first; no cell can run as a formula. */
export async function* csvOf(rows: AsyncIterable<readonly WaitlistRow[]>): AsyncGenerator<string> {
  yield line(waitlistColumns);
  for await (const page of rows) {
    yield page.map((row) => line(waitlistColumns.map((column) => row[column]))).join('');
  }
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** A spreadsheet would run `=IMPORTXML(…)` when the file is opened; an apostrophe in front makes it text. */
function cell(text: string): string {
  const inert = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
