import { stringify } from 'csv-stringify/sync';

import { waitlistColumns, type WaitlistRow } from '../contracts/waitlist.ts';

/** RFC 4180; cells such as `=IMPORTXML(…)` are prefixed with an apostrophe, because spreadsheets would execute them. */
const format = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const;

/** Streams the rows as CSV, header first. */
export async function* csvOf(rows: AsyncIterable<readonly WaitlistRow[]>): AsyncGenerator<string> {
  yield stringify([waitlistColumns], format);
  for await (const page of rows) yield stringify([...page], { ...format, columns: [...waitlistColumns] });
}
