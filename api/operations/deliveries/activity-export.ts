import { stringify } from 'csv-stringify/sync';

import type { ActivityRow } from '#contracts/delivery.ts';
import { csvFormat } from '#domain/csv-format.ts';

/** The columns of an exported activity, in their order. */
const columns: Readonly<Record<string, (row: ActivityRow, result: string | null) => string | number | null>> =
  {
    receivedAt: ({ receivedAt }) => receivedAt,
    deliveryId: ({ deliveryId }) => deliveryId,
    automationId: ({ automationId }) => automationId,
    automationName: ({ automationName }) => automationName,
    eventId: ({ eventId }) => eventId,
    reference: ({ reference }) => reference,
    referenceUrl: ({ referenceUrl }) => referenceUrl,
    outcome: ({ outcome }) => outcome,
    reason: ({ reason }) => reason,
    durationMs: ({ durationMs }) => durationMs,
    duplicates: ({ duplicates }) => duplicates,
    lastDuplicateAt: ({ lastDuplicateAt }) => lastDuplicateAt,
    automationRuns: ({ cost }) => cost.automationRuns,
    inputTokens: ({ cost }) => cost.inputTokens,
    outputTokens: ({ cost }) => cost.outputTokens,
    moneyState: ({ cost }) => cost.money.state,
    amountMicros: ({ cost }) => cost.money.amountMicros,
    currency: ({ cost }) => cost.money.currency,
    result: (_, result) => result,
  };

type Pages = AsyncIterable<readonly ActivityRow[]>;

/** The rows as CSV, header first. `resultsOf`: the results of deliveries as JSON, in the order of their ids. */
export async function* csvOfActivity(
  pages: Pages,
  resultsOf: (deliveryIds: readonly string[]) => Promise<readonly (string | null)[]>,
): AsyncGenerator<string> {
  yield stringify([Object.keys(columns)], csvFormat);
  const cells = Object.values(columns);
  for await (const rows of pages) {
    const results = await resultsOf(rows.map(({ deliveryId }) => deliveryId));
    yield stringify(
      rows.map((row, index) => cells.map((cell) => cell(row, results[index] ?? null))),
      csvFormat,
    );
  }
}

/** The rows as JSON, one a line. */
export async function* jsonLinesOfActivity(pages: Pages): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
