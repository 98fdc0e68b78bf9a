import { stringify } from 'csv-stringify/sync';

import { csvFormat } from '#domain/csv-format.ts';

/** The cells of a row, by the heads of their columns. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** A head and the rows of all pages, with one page in memory at a time. */
export async function* csvOf<Row>(
  columns: Columns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield stringify([Object.keys(columns)], csvFormat);
  const cells = Object.values(columns);
  for await (const rows of pages)
    yield stringify(
      rows.map((row) => cells.map((cell) => cell(row))),
      csvFormat,
    );
}
