import { stringify } from 'csv-stringify/sync';

import { csvFormat } from '#domain/csv-format.ts';
import type { WaitlistRow } from '#store/records/public.ts';
import { waitlistColumns } from './columns.ts';

/** Streams the rows as CSV, header first. */
export async function* csvOf(rows: AsyncIterable<readonly WaitlistRow[]>): AsyncGenerator<string> {
  yield stringify([waitlistColumns], csvFormat);
  for await (const page of rows) yield stringify([...page], { ...csvFormat, columns: [...waitlistColumns] });
}
