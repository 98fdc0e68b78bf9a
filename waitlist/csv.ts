import { stringify } from 'csv-stringify/sync';

import { waitlistColumns, type WaitlistRow } from '../contracts/waitlist.ts';

/** RFC 4180; a spreadsheet would run a cell such as `=IMPORTXML(…)`, so an apostrophe makes it text. */
const format = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const;

/** The rows as CSV, page by page, the header first. */
export async function* csvOf(rows: AsyncIterable<readonly WaitlistRow[]>): AsyncGenerator<string> {
  yield stringify([waitlistColumns], format);
  for await (const page of rows) yield stringify([...page], { ...format, columns: [...waitlistColumns] });
}
