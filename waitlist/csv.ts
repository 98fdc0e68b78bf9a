import { stringify } from 'csv-stringify/sync';

import type { WaitlistRow } from '../store/records/public.ts';
import { waitlistColumns } from './columns.ts';

/** RFC 4180; cells such as `=IMPORTXML(…)` are prefixed with an apostrophe, because spreadsheets would execute them. */
const format = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const;

/** Streams the rows as CSV, header first. */
export async function* csvOf(rows: AsyncIterable<readonly WaitlistRow[]>): AsyncGenerator<string> {
  yield stringify([waitlistColumns], format);
  for await (const page of rows) yield stringify([...page], { ...format, columns: [...waitlistColumns] });
}
